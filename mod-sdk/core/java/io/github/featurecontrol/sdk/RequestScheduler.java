package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.List;

/** Decides which request is sent next, if any. */
final class RequestScheduler {
    /** After this many requests without an answer, nothing is sent until a mod requests a check. */
    private static final int MAX_UNANSWERED = 6;

    boolean canSubscribe = true;
    /** Whether events were missed, so that the subscribed items must be requested again. */
    boolean hasGap;
    int unanswered;

    /**
     * Returns the next request.
     *
     * @param items of all mods that may be included
     * @return null if no request is needed or allowed now
     */
    PendingRequest next(List<RequestItem> items, Network network, long nowMs) {
        List<RequestItem> subscribed = canSubscribe ? Requests.subscribable(items) : new ArrayList<>();
        if (network.allows(Method.SUBSCRIBE, nowMs) && needsSubscription(subscribed))
            return new PendingRequest(Method.SUBSCRIBE, subscribed, nowMs);
        if (!network.allows(Method.CHECK_FEATURES, nowMs)) return null;
        RequestItem oldest = null;
        for (RequestItem item : items)
            if (!subscribed.contains(item) && needsCheck(item) && isOlder(item, oldest)) oldest = item;
        if (oldest == null) return null;
        List<RequestItem> single = new ArrayList<>();
        single.add(oldest);
        return new PendingRequest(Method.CHECK_FEATURES, single, nowMs);
    }

    private boolean needsSubscription(List<RequestItem> items) {
        for (RequestItem item : items)
            if (item.hasPendingCheck() || !hasGivenUp() && (hasGap || !item.isSubscribed)) return true;
        return false;
    }

    private boolean needsCheck(RequestItem item) {
        return item.hasPendingCheck() || !hasGivenUp() && item.isUnanswered();
    }

    private boolean hasGivenUp() {
        return unanswered >= MAX_UNANSWERED;
    }

    private static boolean isOlder(RequestItem item, RequestItem than) {
        if (than == null) return true;
        if (than.answeredAtMs == null) return false;
        return item.answeredAtMs == null || item.answeredAtMs - than.answeredAtMs < 0;
    }
}
