package io.github.featurecontrol.sdk;

import java.util.Collections;
import java.util.List;

/**
 * Decides which request is sent next, if any, from what has become of the earlier ones on this connection.
 */
final class RequestScheduler {

    /** After this many requests without an answer, nothing is sent until a mod requests a check. */
    private static final int MAX_UNANSWERED = 6;
    /** After this many consecutive failures of subscribe, checkFeatures is used until subscribe succeeds. */
    private static final int MAX_FAILED_SUBSCRIBES = 2;

    private boolean canSubscribe = true;
    /** The number of messages about subscriptions, as the last of them has stated it. */
    private long revision;
    /** Whether one was missed, so that the subscribed mods must be requested again. */
    private boolean hasGap;
    private int unanswered;
    /** By ordinal of the method, the number of consecutive requests without a valid answer. */
    private final int[] failures = new int[Method.values().length];
    /** By ordinal, when a failed request may be repeated. Unlike a limit, it ends with the connection. */
    private final long[] retryAtMs = new long[Method.values().length];

    /** Counts a request that has no answer. It has failed, too. */
    void timeOut(PendingRequest request) {
        unanswered++;
        fail(request);
    }

    /** Notes that the server answers, whatever the answer is. */
    void markAnswered() {
        unanswered = 0;
    }

    void succeed(PendingRequest request) {
        failures[request.method.ordinal()] = 0;
    }

    /** Delays the next request of this method, the longer the more have failed. */
    void fail(PendingRequest request) {
        int at = request.method.ordinal();
        retryAtMs[at] = request.sentAtMs + Delays.afterFailure(++failures[at]);
    }

    /** Uses only checkFeatures from now on. */
    void rejectSubscribe() {
        canSubscribe = false;
    }

    /**
     * Adopts the revision of an answer to subscribe. An answer older than an event that arrived before it may
     * have undone what the event reported.
     */
    void adopt(long answered) {
        hasGap = answered < revision;
        revision = answered;
    }

    /** @return whether an event with that revision is news */
    boolean advance(long reported) {
        if (reported <= revision) return false;
        hasGap |= reported != revision + 1;
        revision = reported;
        return true;
    }

    /**
     * Returns the next request.
     *
     * @param mods that may be included
     * @return null if no request is needed or allowed now
     */
    PendingRequest next(List<ModState> mods, Network network, long nowMs) {
        List<ModState> subscribed = canSubscribe ? Requests.subscribable(mods) : Collections.emptyList();
        boolean isFailing = failures[Method.SUBSCRIBE.ordinal()] >= MAX_FAILED_SUBSCRIBES;
        boolean subscribes = allows(Method.SUBSCRIBE, network, nowMs) && needsSubscription(subscribed);
        // A check waits for the limit, but not for the end of the back-off.
        boolean mayRetry = allows(Method.CHECK_FEATURES, network, nowMs) && !hasGivenUp();
        ModState oldest = null;
        // While subscribe fails, checkFeatures comes first: a check must not wait for the next failure.
        if (
            (isFailing || !subscribes) && network.allows(Method.CHECK_FEATURES, nowMs)
        ) for (ModState mod : mods)
            if (
                (isFailing || !subscribed.contains(mod)) &&
                (mod.hasPendingCheck() || (mayRetry && mod.isUnanswered())) &&
                isOlder(mod, oldest)
            ) oldest = mod;
        if (oldest != null) return new PendingRequest(
            Method.CHECK_FEATURES,
            Collections.singletonList(oldest),
            nowMs
        );
        return subscribes ? new PendingRequest(Method.SUBSCRIBE, subscribed, nowMs) : null;
    }

    private boolean allows(Method method, Network network, long nowMs) {
        int at = method.ordinal();
        return network.allows(method, nowMs) && (failures[at] == 0 || nowMs - retryAtMs[at] >= 0);
    }

    private boolean needsSubscription(List<ModState> mods) {
        for (ModState mod : mods)
            if (mod.hasPendingCheck() || (!hasGivenUp() && (hasGap || !mod.isSubscribed))) return true;
        return false;
    }

    private boolean hasGivenUp() {
        return unanswered >= MAX_UNANSWERED;
    }

    private static boolean isOlder(ModState mod, ModState than) {
        if (than == null) return true;
        if (than.answeredAtMs == null) return false;
        return mod.answeredAtMs == null || mod.answeredAtMs - than.answeredAtMs < 0;
    }
}
