package io.github.featurecontrol;

import java.util.concurrent.atomic.LongAdder;

/** What became of the messages on our channel that reached no script. Counted since the start. */
public final class ChannelCounters {
    final LongAdder fromBackend = new LongAdder();
    final LongAdder overGuard = new LongAdder();
    final LongAdder queueFull = new LongAdder();
    final LongAdder clientTooOld = new LongAdder();

    /** Sent by a backend server, which is never answered and never passed on (G45). */
    public long fromBackend() {
        return fromBackend.sum();
    }

    /** Dropped as the player sends too much (G12). */
    public long overGuard() {
        return overGuard.sum();
    }

    /** Dropped as the script could not keep up. */
    public long queueFull() {
        return queueFull.sum();
    }

    /** Dropped as an answer on this channel would break a client of that age (G19). */
    public long clientTooOld() {
        return clientTooOld.sum();
    }
}
