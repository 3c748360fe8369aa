package io.github.featurecontrol;

import java.util.concurrent.TimeUnit;

/**
 * Limits the packets and bytes of one player per second, before anything is parsed (G12): two token buckets
 * that hold one second's worth and start full. Only admitted packets use tokens.
 */
final class PlayerGuard {

    private double packets = Double.MAX_VALUE;
    private double bytes = Double.MAX_VALUE;
    private long refilledAt = System.nanoTime();

    /** @param size in bytes; callers may count another unit, as long as the limit has the same */
    synchronized boolean admits(int size, int packetsPerSecond, int bytesPerSecond) {
        long now = System.nanoTime();
        double seconds = (now - refilledAt) / (double) TimeUnit.SECONDS.toNanos(1);
        refilledAt = now;
        packets = Math.min(packetsPerSecond, packets + seconds * packetsPerSecond);
        bytes = Math.min(bytesPerSecond, bytes + seconds * bytesPerSecond);
        if (packets < 1 || bytes < size) {
            return false;
        }
        packets -= 1;
        bytes -= size;
        return true;
    }
}
