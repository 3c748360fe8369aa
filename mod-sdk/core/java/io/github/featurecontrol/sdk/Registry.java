package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The mods of all copies of this library in one JVM. If the loader does not keep a single copy (jar-in-jar), the
 * copy whose loader part has claimed the channel serves the mods of all. The shared map contains JDK types
 * only, because the copies cannot use each other's classes.
 */
final class Registry {
    /** Does not look like a class name, as tools that relocate packages would change that. */
    private static final String KEY = "feature-control:mods";

    private static final Registry SHARED = new Registry(sharedMap());

    private final Map<String, Object> shared;
    /** Null unless the loader part of this copy has claimed the channel. */
    private volatile Core core;

    Registry(Map<String, Object> shared) {
        this.shared = shared;
    }

    /** Returns the registry that this copy of the library shares with all others in the JVM. */
    static Registry shared() {
        return SHARED;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> sharedMap() {
        Properties properties = System.getProperties();
        synchronized (properties) {
            Object found = properties.get(KEY);
            if (found == null) properties.put(KEY, found = new ConcurrentHashMap<String, Object>());
            return (Map<String, Object>) found;
        }
    }

    /** @return false if the same client is already registered */
    boolean add(ModEntry mod) {
        synchronized (shared) {
            for (ModEntry other : mods()) if (other.client().equals(mod.client())) return false;
            return entries().add(mod.asMap());
        }
    }

    List<ModEntry> mods() {
        List<ModEntry> mods = new ArrayList<>();
        for (Map<String, Object> each : entries()) mods.add(new ModEntry(each));
        return mods;
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> entries() {
        return (List<Map<String, Object>>) shared.computeIfAbsent("mods",
            absent -> new CopyOnWriteArrayList<>());
    }

    /** @return false if another loader part has already claimed the channel, which allows only one */
    boolean claim(Core claiming) {
        if (shared.putIfAbsent("claimed", true) != null) return false;
        core = claiming;
        return true;
    }

    /** Withdraws the claim of a part that cannot use the channel, and completes the pending checks. */
    void release() {
        core = null;
        shared.remove("claimed");
        for (ModEntry mod : mods()) mod.deliverUnblocked();
    }

    boolean isClaimed() {
        return shared.containsKey("claimed");
    }

    void tick() {
        Core claiming = core;
        if (claiming != null) claiming.tick();
    }

    void receive(Object connection, byte[] content) {
        Core claiming = core;
        if (claiming != null) claiming.receive(connection, content);
    }
}
