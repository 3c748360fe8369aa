package io.github.featurecontrol.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A request in flight: its mods, and the checks that its answer will serve. */
final class PendingRequest {

    final String id = UUID.randomUUID().toString();
    final Method method;
    final long sentAtMs;
    /** The mods, in the order of the request, each with the number of checks that it had requested. */
    final Map<ModState, Long> checksByMod = new LinkedHashMap<>();

    PendingRequest(Method method, List<ModState> mods, long sentAtMs) {
        this.method = method;
        this.sentAtMs = sentAtMs;
        for (ModState each : mods) checksByMod.put(each, each.mod.requested());
    }

    void markAnswered(long nowMs) {
        checksByMod.forEach((mod, checks) -> {
            mod.answeredAtMs = nowMs;
            mod.isSubscribed |= method == Method.SUBSCRIBE;
            mod.serve(checks);
        });
    }
}
