package io.github.featurecontrol.sdk;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one request can ask of one mod: all of its features, or some where all do not fit into a request.
 * Lives as long as the connection.
 */
final class Part {
    final ModEntry mod;
    final List<String> features;
    /** Of its item in a request, in UTF-8. */
    final int bytes;
    /** Whether it is one of several parts, which only checkFeatures can ask for. */
    final boolean isPiece;
    /** Whether the server sends events for it. */
    boolean isSubscribed;
    /** Refused as a wrong request: it would be wrong again. */
    boolean isRefused;
    /** Null before the first answer on this connection. */
    Long answeredAtMs;
    /** The number of checks that are served. */
    private long served;

    Part(ModEntry mod, List<String> features, boolean isPiece) {
        this.mod = mod;
        this.features = features;
        this.isPiece = isPiece;
        bytes = Requests.bytesOf(mod.client(), features);
    }

    boolean hasPendingCheck() {
        return !isRefused && mod.requested() > served;
    }

    boolean isUnanswered() {
        return !isRefused && answeredAtMs == null;
    }

    boolean wasAnsweredSince(long ms) {
        return isRefused || answeredAtMs != null && answeredAtMs - ms >= 0;
    }

    void serve(long checks) {
        served = Math.max(served, checks);
    }

    long served() {
        return isRefused ? Long.MAX_VALUE : served;
    }

    /** Notes what the server has answered or reported. Names that were not asked for are ignored. */
    void take(Set<String> blocked, Network network) {
        Map<String, Boolean> answers = network.changeableAnswersFor(mod.client());
        for (String feature : features) answers.put(feature, blocked.contains(feature));
    }
}
