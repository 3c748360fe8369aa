package io.github.featurecontrol;

import java.util.concurrent.atomic.LongAdder;

/** What became of the messages on our channel that reached no script. Counted since the start. */
public final class ChannelCounters {
    /** Sent by a backend server, which is never answered and never passed on (G45). */
    public final LongAdder fromBackend = new LongAdder();
    /** Dropped as the player sends too much (G12). */
    public final LongAdder overGuard = new LongAdder();
    /** Dropped as the script could not keep up. */
    public final LongAdder queueFull = new LongAdder();
    /** Dropped as an answer on this channel would break a client of that age (G19). */
    public final LongAdder clientTooOld = new LongAdder();
}
