package io.github.featurecontrol.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * The state that all copies of this library in one JVM share: the mods, the transport, and the core of each
 * copy, of which only the newest is active. If the loader keeps a single copy (jar-in-jar), there is only one
 * core. The shared map contains JDK types only, because the copies cannot use each other's classes.
 */
final class Registry {
    /** Version of this library: major, minor and patch as one number, with three digits each. */
    static final int VERSION = 1_000;
    /** Does not look like a class name, as tools that relocate packages would change that. */
    private static final String KEY = "feature-control:mods";

    private static final Registry SHARED = new Registry(sharedMap());

    private final Map<String, Object> shared;
    private boolean isJoined;

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
        join(new Core(this));
        synchronized (shared) {
            for (Object other : mods()) if (new ModEntry(asMap(other)).client().equals(mod.client()))
                return false;
            return mods().add(mod.asMap());
        }
    }

    /** Adds the core of this copy. Further calls by the same copy have no effect. */
    synchronized void join(Core core) {
        if (isJoined) return;
        isJoined = true;
        Map<String, Object> map = new HashMap<>();
        map.put("version", core.version());
        map.put("tick", (Runnable) core::tick);
        map.put("receive", (BiConsumer<Object, byte[]>) core::receive);
        cores().add(map);
    }

    /** @return false if another loader part has already claimed the channel, which allows only one */
    boolean claim(Transport transport) {
        return shared.putIfAbsent("transport", SharedTransport.asMap(transport)) == null;
    }

    /** Withdraws the claim of a part that cannot use the channel, and completes the pending checks. */
    void release() {
        shared.remove("transport");
        for (Object mod : mods()) new ModEntry(asMap(mod)).deliverUnblocked();
    }

    boolean hasTransport() {
        return shared.containsKey("transport");
    }

    /** @return null until a loader part has claimed the channel */
    Transport transport() {
        Object map = shared.get("transport");
        return map == null ? null : new SharedTransport(asMap(map));
    }

    List<Object> mods() {
        return list("mods");
    }

    void tick() {
        Map<String, Object> core = newestCore();
        if (core != null) ((Runnable) core.get("tick")).run();
    }

    @SuppressWarnings("unchecked")
    void receive(Object connection, byte[] content) {
        Map<String, Object> core = newestCore();
        if (core != null) ((BiConsumer<Object, byte[]>) core.get("receive")).accept(connection, content);
    }

    /** @return the newest core, the first one if several have the same version; null if there is none */
    private Map<String, Object> newestCore() {
        Map<String, Object> newest = null;
        for (Object each : cores()) {
            Map<String, Object> core = asMap(each);
            if (newest == null || (Integer) core.get("version") > (Integer) newest.get("version"))
                newest = core;
        }
        return newest;
    }

    private List<Object> cores() {
        return list("cores");
    }

    @SuppressWarnings("unchecked")
    private List<Object> list(String name) {
        return (List<Object>) shared.computeIfAbsent(name, absent -> new CopyOnWriteArrayList<>());
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asMap(Object map) {
        return (Map<String, Object>) map;
    }
}
