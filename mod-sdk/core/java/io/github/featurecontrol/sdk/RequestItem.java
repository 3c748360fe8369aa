package io.github.featurecontrol.sdk;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One item of a request: a mod with all of its features, or with some of them if they do not all fit into
 * one request. Lives as long as the connection.
 */
final class RequestItem {
    final ModEntry mod;
    final List<String> features;
    /** Size in a request, in bytes of UTF-8. */
    final int bytes;
    /** Whether it has only some of the mod's features; such items can only be sent with checkFeatures. */
    final boolean isPartial;
    /** Whether the server sends events for it. */
    boolean isSubscribed;
    /** Whether the server has rejected it as an invalid request, which it would do again. */
    boolean isRejected;
    /** Null before the first answer on this connection. */
    Long answeredAtMs;
    /** The number of checks that have been served. */
    private long served;

    RequestItem(ModEntry mod, List<String> features, boolean isPartial) {
        this.mod = mod;
        this.features = features;
        this.isPartial = isPartial;
        bytes = Requests.bytesOf(mod.client(), features);
    }

    boolean hasPendingCheck() {
        return !isRejected && mod.requested() > served;
    }

    boolean isUnanswered() {
        return !isRejected && answeredAtMs == null;
    }

    boolean wasAnsweredSince(long ms) {
        return isRejected || answeredAtMs != null && answeredAtMs - ms >= 0;
    }

    void serve(long checks) {
        served = Math.max(served, checks);
    }

    long served() {
        return isRejected ? Long.MAX_VALUE : served;
    }

    /** Stores what the server has answered or reported. Names that were not requested are ignored. */
    void apply(Set<String> blocked, Network network) {
        Map<String, Boolean> answers = network.answersForUpdate(mod.client());
        for (String feature : features) answers.put(feature, blocked.contains(feature));
    }
}
