package io.github.featurecontrol;

/**
 * Bounds what one player can make us do, before anything is read (G12): so many packets and so many bytes a second, with one second's worth to begin with. A
 * packet that passes is paid for; one that does not is not.
 */
final class PlayerGuard {
    private static final double NANOS_PER_SECOND = 1e9;

    private double packets;
    private double bytes;
    private long refilledAt;

    PlayerGuard(int packetsPerSecond, int bytesPerSecond, long nowNanos) {
        packets = packetsPerSecond;
        bytes = bytesPerSecond;
        refilledAt = nowNanos;
    }

    synchronized boolean admits(int size, int packetsPerSecond, int bytesPerSecond, long nowNanos) {
        double seconds = (nowNanos - refilledAt) / NANOS_PER_SECOND;
        refilledAt = nowNanos;
        packets = Math.min(packetsPerSecond, packets + seconds * packetsPerSecond);
        bytes = Math.min(bytesPerSecond, bytes + seconds * bytesPerSecond);
        if (packets < 1 || bytes < size) return false;
        packets -= 1;
        bytes -= size;
        return true;
    }
}
