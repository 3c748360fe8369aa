package io.github.featurecontrol.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A mod as the core sees it, over a map of JDK types: the mod may come with another copy of this library. */
final class ModEntry {
    private final Map<String, Object> map;

    ModEntry(Map<String, Object> map) {
        this.map = map;
    }

    static ModEntry of(String client, List<String> features, boolean asksUnannounced, LongSupplier requested,
            Consumer<Object[]> deliver) {
        Map<String, Object> map = new HashMap<>();
        map.put("client", client);
        map.put("features", features);
        map.put("asksUnannounced", asksUnannounced);
        map.put("requested", requested);
        map.put("deliver", deliver);
        return new ModEntry(map);
    }

    Map<String, Object> asMap() {
        return map;
    }

    String client() {
        return (String) map.get("client");
    }

    @SuppressWarnings("unchecked")
    List<String> features() {
        return (List<String>) map.get("features");
    }

    boolean asksUnannounced() {
        return (Boolean) map.get("asksUnannounced");
    }

    /** How many checks the mod has requested. */
    long requested() {
        return ((LongSupplier) map.get("requested")).getAsLong();
    }

    /**
     * @param isWaiting whether the network has, or may have, feature control
     * @param answers blocked or not, for each feature that was answered
     * @param served the number of checks that this serves
     */
    @SuppressWarnings("unchecked")
    void deliver(boolean isWaiting, Map<String, Boolean> answers, long served) {
        Object[] delivery = {isWaiting, answers, served};
        Guard.run(client(), () -> ((Consumer<Object[]>) map.get("deliver")).accept(delivery));
    }
}
