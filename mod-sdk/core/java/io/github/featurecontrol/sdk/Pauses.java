package io.github.featurecontrol.sdk;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long the library waits before it asks again. Milliseconds. */
final class Pauses {
    /** The specification's limit of one request: the wait where a server names none. */
    static final long LIMIT_MS = 10_000;
    /** How long an answer is waited for; a proxy that has just started answers late, but it answers. */
    static final long ANSWER_MS = 10_000;
    /** How long a check waits at most: for its turn, then for its answer. */
    static final long CHECK_MS = 15_000;
    /** How long after JoinGame an announcement is waited for before a server counts as one without. */
    static final long ANNOUNCEMENT_MS = 10_000;
    /** Players of a proxy that restarts must not all ask at the same moment. */
    private static final int JITTER_MS = 750;
    private static final int SHORTEST_JITTER_MS = 250;
    private static final int MOST_DOUBLINGS = 4;
    private static final int LONGEST_LIMIT_SECONDS = 600;
    /** The error carries the wait in its sentence (G15). */
    private static final Pattern SECONDS = Pattern.compile("\\b(\\d{1,4}) seconds?\\b");
    private static final Random RANDOM = new Random();

    private Pauses() {}

    static long afterAnswer() {
        return LIMIT_MS + jitter();
    }

    /** @param message of a RATE_LIMITED error; null where there is none */
    static long afterRefusal(String message) {
        Matcher found = SECONDS.matcher(message == null ? "" : message);
        if (!found.find()) return LIMIT_MS + jitter();
        int seconds = Math.max(1, Math.min(Integer.parseInt(found.group(1)), LONGEST_LIMIT_SECONDS));
        return seconds * 1000L + jitter();
    }

    /** @param failures one after the other, from 1 */
    static long afterFailure(int failures) {
        return (LIMIT_MS << Math.min(failures - 1, MOST_DOUBLINGS)) + jitter();
    }

    private static long jitter() {
        return SHORTEST_JITTER_MS + RANDOM.nextInt(JITTER_MS);
    }
}
