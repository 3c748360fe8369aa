package io.github.featurecontrol;

import java.util.concurrent.TimeUnit;

/**
 * Bounds what one player can make us do, before anything is read (G12): so many packets and so many bytes a
 * second, with one second's worth to begin with. A packet that passes is paid for; one that does not is not.
 */
final class PlayerGuard {
    private double packets = Double.MAX_VALUE;
    private double bytes = Double.MAX_VALUE;
    private long refilledAt = System.nanoTime();

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
