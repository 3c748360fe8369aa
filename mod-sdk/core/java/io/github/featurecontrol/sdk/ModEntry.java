package io.github.featurecontrol.sdk;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A mod as seen by the core. Wraps a map of JDK types, as the mod may bring its own copy of this library. */
final class ModEntry {

    private final Map<String, Object> map;

    ModEntry(Map<String, Object> map) {
        this.map = map;
    }

    static ModEntry of(
        String client,
        List<String> features,
        boolean asksUnannounced,
        LongSupplier requested,
        Consumer<Object[]> deliver
    ) {
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

    /** The number of checks that the mod has requested so far. */
    long requested() {
        return ((LongSupplier) map.get("requested")).getAsLong();
    }

    /** Unblocks all features, and serves all checks. */
    void deliverUnblocked() {
        deliver(false, Collections.emptyMap(), requested());
    }

    /**
     * Delivers the current state to the mod.
     *
     * @param mayHaveFeatureControl whether the network has, or may have, feature control
     * @param answers for each feature with an answer, whether it is blocked
     * @param served the number of checks that are served by now
     */
    @SuppressWarnings("unchecked")
    void deliver(boolean mayHaveFeatureControl, Map<String, Boolean> answers, long served) {
        Object[] delivery = { mayHaveFeatureControl, answers, served };
        ErrorLogging.run(client(), () -> ((Consumer<Object[]>) map.get("deliver")).accept(delivery));
    }
}
