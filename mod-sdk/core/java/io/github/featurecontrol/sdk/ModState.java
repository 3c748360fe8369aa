package io.github.featurecontrol.sdk;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The state of one mod on one connection: its item in requests, and what was last delivered to it. */
final class ModState {

    final ModEntry mod;
    final List<String> features;
    /** Size of its item in a request, in bytes of UTF-8. */
    final int bytes;
    /** Whether the server sends events for it. */
    boolean isSubscribed;
    /** Whether its request is invalid: the server has rejected it, and would do that again, or it is too long. */
    boolean isRejected;
    /** Null before the first answer on this connection. */
    Long answeredAtMs;
    /** The number of checks that have been served. */
    private long served;
    private Long pendingSinceMs;
    private Object delivered;

    ModState(ModEntry mod) {
        this.mod = mod;
        features = mod.features();
        bytes = Requests.bytesOf(mod.client(), features);
        isRejected = bytes > Requests.MAX_ITEM_BYTES;
        if (isRejected) ErrorLogging.log(mod.client() + " declares more features than fit into a request");
    }

    boolean hasPendingCheck() {
        return !isRejected && mod.requested() > served;
    }

    boolean isUnanswered() {
        return !isRejected && answeredAtMs == null;
    }

    void serve(long checks) {
        served = Math.max(served, checks);
    }

    /** Stores what the server has answered or reported. Names that were not requested are ignored. */
    void apply(Set<String> blocked, Network network) {
        Map<String, Boolean> answers = network.answersForUpdate(mod.client());
        for (String feature : features) answers.put(feature, blocked.contains(feature));
    }

    /** Serves the checks that need no request, or have timed out. */
    void serveChecks(boolean canAsk, long nowMs) {
        if (hasPendingCheck()) {
            if (pendingSinceMs == null) pendingSinceMs = nowMs;
            boolean isLate = nowMs - pendingSinceMs >= Delays.CHECK_TIMEOUT_MS;
            boolean isRecent = answeredAtMs != null && nowMs - answeredAtMs <= Delays.LIMIT_MS;
            if (!canAsk || isLate || isRecent) serve(mod.requested());
        }
        if (!hasPendingCheck()) pendingSinceMs = null;
    }

    /** Delivers the known answers to the mod, if anything has changed since the last delivery. */
    void deliver(boolean mayHaveFeatureControl, Network network) {
        // While the item is rejected, every check is served, so each new check is a change.
        long count = isRejected ? mod.requested() : Math.min(served, mod.requested());
        Object state = Arrays.asList(mayHaveFeatureControl, network.changeCount, count);
        if (state.equals(delivered)) return;
        delivered = state;
        mod.deliver(mayHaveFeatureControl, network.answersFor(mod.client()), count);
    }
}
