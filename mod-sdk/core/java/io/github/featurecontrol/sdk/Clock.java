package io.github.featurecontrol.sdk;

/** The clock in a game. Tests replace this class. */
final class Clock {

    private Clock() {}

    /** @return milliseconds of a monotonic clock, with any origin */
    static long nowMs() {
        return System.nanoTime() / 1_000_000;
    }
}
