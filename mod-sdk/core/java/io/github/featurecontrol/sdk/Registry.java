package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The mods of all copies of this library in one JVM. If the loader does not keep a single copy
 * (jar-in-jar), the copy whose loader part has claimed the channel serves the mods of all. The shared map
 * contains JDK types only, because the copies cannot use each other's classes.
 */
final class Registry {

    private static final Registry SHARED = new Registry(SharedMap.ofThisJvm());

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
        return (List<Map<String, Object>>) shared.computeIfAbsent("mods", absent ->
            new CopyOnWriteArrayList<>()
        );
    }

    /** @return false if another loader part has already claimed the channel, which allows only one */
    boolean claim(Core claiming) {
        if (shared.putIfAbsent("claimed", true) != null) return false;
        core = claiming;
        return true;
    }

    /** Withdraws the claim of this copy, if it has one, and completes the pending checks. */
    void release() {
        if (core == null) return;
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

    /**
     * A thread group without threads: the only object of {@code java.base} that code of any class loader
     * can add, and find by its name, besides the system properties. Those are read as strings by other
     * programs.
     */
    private static final class SharedMap extends ThreadGroup implements Supplier<Map<String, Object>> {

        /** Does not look like a class name, as tools that relocate packages would change that. */
        private static final String NAME = "feature-control:mods";

        private final Map<String, Object> map = new ConcurrentHashMap<>();

        private SharedMap(ThreadGroup parent) {
            super(parent, NAME);
            // The parent does not keep it alive from Java 19 on.
            map.put("holder", this);
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> ofThisJvm() {
            ThreadGroup root = Thread.currentThread().getThreadGroup();
            while (root.getParent() != null) root = root.getParent();
            synchronized (root) {
                ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount()];
                int count = root.enumerate(groups, false);
                for (int at = 0; at < count; at++) if (
                    groups[at].getName().equals(NAME) && groups[at] instanceof Supplier
                ) return ((Supplier<Map<String, Object>>) groups[at]).get();
                return new SharedMap(root).get();
            }
        }

        @Override
        public Map<String, Object> get() {
            return map;
        }
    }
}
