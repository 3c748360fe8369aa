package io.github.featurecontrol.sdk;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Timeouts, and the delays before the next request, in milliseconds. */
final class Delays {

    /** The rate limit of one method in the specification; used if the server does not name a delay. */
    static final long LIMIT_MS = 10_000;
    /** Timeout of an answer: a proxy that has just started answers late, but it answers. */
    static final long ANSWER_TIMEOUT_MS = 10_000;
    /** Timeout of a check: the time until its request is sent, and the time until the answer. */
    static final long CHECK_TIMEOUT_MS = 15_000;
    /** How long after JoinGame the channel may be announced before the server counts as one without it. */
    static final long ANNOUNCEMENT_TIMEOUT_MS = 10_000;
    /** Jitter, so that the players of a restarted proxy do not all send at the same moment. */
    private static final int MIN_JITTER_MS = 250;
    private static final int MAX_JITTER_MS = 1000;
    private static final int MAX_DOUBLINGS = 4;
    private static final int MAX_LIMIT_SECONDS = 600;
    /** A RATE_LIMITED error states the delay in its message (G15). */
    private static final Pattern SECONDS = Pattern.compile("\\b(\\d{1,9}) seconds?\\b");

    private Delays() {}

    static long afterAnswer() {
        return LIMIT_MS + jitter();
    }

    /** @param message of a RATE_LIMITED error; null if it has none */
    static long afterRateLimited(String message) {
        Matcher found = SECONDS.matcher(message == null ? "" : message);
        if (!found.find()) return LIMIT_MS + jitter();
        int seconds = Math.max(1, Math.min(Integer.parseInt(found.group(1)), MAX_LIMIT_SECONDS));
        return seconds * 1000L + jitter();
    }

    /** @param failures the number of consecutive failures, at least 1 */
    static long afterFailure(int failures) {
        return (LIMIT_MS << Math.min(failures - 1, MAX_DOUBLINGS)) + jitter();
    }

    private static long jitter() {
        return ThreadLocalRandom.current().nextInt(MIN_JITTER_MS, MAX_JITTER_MS);
    }
}
