package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.List;

/** Decides which request is next, if any. */
final class Turns {
    /** After so many requests without an answer the library asks no more, until a mod checks. */
    private static final int MOST_UNANSWERED = 6;

    boolean canSubscribe = true;
    /** Events were lost: what is subscribed has to be asked for again. */
    boolean hasGap;
    int unanswered;

    /**
     * @param parts of all mods that may be asked for
     * @return null where nothing is to be asked now
     */
    Question next(List<Part> parts, Network network, long nowMs) {
        List<Part> subscribed = canSubscribe ? Requests.subscribable(parts) : new ArrayList<>();
        if (network.allows(Method.SUBSCRIBE, nowMs) && needsSubscription(subscribed))
            return new Question(Method.SUBSCRIBE, subscribed, nowMs);
        if (!network.allows(Method.CHECK_FEATURES, nowMs)) return null;
        Part oldest = null;
        for (Part part : parts)
            if (!subscribed.contains(part) && needsCheck(part) && isOlder(part, oldest)) oldest = part;
        if (oldest == null) return null;
        List<Part> one = new ArrayList<>();
        one.add(oldest);
        return new Question(Method.CHECK_FEATURES, one, nowMs);
    }

    private boolean needsSubscription(List<Part> parts) {
        for (Part part : parts)
            if (part.hasPendingCheck() || !hasGivenUp() && (hasGap || !part.isSubscribed)) return true;
        return false;
    }

    private boolean needsCheck(Part part) {
        return part.hasPendingCheck() || !hasGivenUp() && part.isUnanswered();
    }

    private boolean hasGivenUp() {
        return unanswered >= MOST_UNANSWERED;
    }

    private static boolean isOlder(Part part, Part than) {
        if (than == null) return true;
        if (than.answeredAtMs == null) return false;
        return part.answeredAtMs == null || part.answeredAtMs - than.answeredAtMs < 0;
    }
}
