package io.github.featurecontrol.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * What all copies of this library in one JVM share: the mods, the one transport, and each copy's core, of
 * which the newest works. Where a loader keeps one copy by itself (jar-in-jar), there is one of each. It
 * holds JDK types only, as classes of one copy mean nothing to another.
 */
final class Registry {
    /** Major, minor and patch of this library as one number, three digits each. */
    static final int VERSION = 1_000;
    /** Not spelled as a class name, which tools that relocate packages would change. */
    private static final String KEY = "feature-control:mods";

    private static final Registry SHARED = new Registry(sharedMap());

    private final Map<String, Object> shared;
    private boolean isJoined;

    Registry(Map<String, Object> shared) {
        this.shared = shared;
    }

    /** @return the registry of this JVM, which this copy of the library has joined */
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

    /** @return false where the same client is registered already */
    boolean add(ModEntry mod) {
        join(new Core(this));
        synchronized (shared) {
            for (Object other : mods()) if (new ModEntry(asMap(other)).client().equals(mod.client()))
                return false;
            return mods().add(mod.asMap());
        }
    }

    /** Offers the core of this copy; only the first call of a copy counts. */
    synchronized void join(Core core) {
        if (isJoined) return;
        isJoined = true;
        Map<String, Object> map = new HashMap<>();
        map.put("version", core.version());
        map.put("tick", (Runnable) core::tick);
        map.put("receive", (BiConsumer<Object, byte[]>) core::receive);
        cores().add(map);
    }

    /** @return false where another part has claimed the channel already: it is registered once per client */
    boolean claim(Transport transport) {
        return shared.putIfAbsent("transport", SharedTransport.asMap(transport)) == null;
    }

    boolean hasTransport() {
        return shared.containsKey("transport");
    }

    /** @return null before one has claimed the channel */
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

    /** @return of several that are equally new, the first */
    private Map<String, Object> newestCore() {
        Map<String, Object> newest = null;
        for (Object each : cores()) {
            Map<String, Object> core = asMap(each);
            if (newest == null || (Integer) core.get("version") > (Integer) newest.get(
                "version")) newest = core;
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
