package bench;

import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Closed-loop load: a fixed number of requests is in flight at any time, from the players in rotation. */
final class ClosedLoop {
    private static final ChannelIdentifier CHANNEL = MinecraftChannelIdentifier.create("service", "feature-control");
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    /** One of this many answers is inspected. */
    private static final int SAMPLE_INTERVAL = 64;
    private static final String SUCCESS = "\"ok\":true";
    private static final String REFUSED = "RATE_LIMITED";

    private final EventManager events;
    private final byte[] content;
    private final List<SimulatedPlayer> players;
    private final Semaphore freeSlots = new Semaphore(0);
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong sampled = new AtomicLong();
    private final AtomicLong succeeded = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    ClosedLoop(EventManager events, int players, byte[] content) {
        this.events = events;
        this.content = content;
        this.players = IntStream.range(0, players).mapToObj(unused -> new SimulatedPlayer(this::onAnswer)).toList();
    }

    /** Called on the script thread. */
    private void onAnswer(byte[] answer) {
        if (answered.incrementAndGet() % SAMPLE_INTERVAL == 0) {
            String text = new String(answer, StandardCharsets.UTF_8);
            sampled.incrementAndGet();
            if (text.contains(SUCCESS)) {
                succeeded.incrementAndGet();
            } else if (text.contains(REFUSED)) {
                refused.incrementAndGet();
            }
        }
        freeSlots.release();
    }

    /**
     * Blocks for the given time. @return JSON: the number of answers, the seconds, and the shares of
     * successes and refusals
     */
    String run(int inFlight, double seconds) {
        freeSlots.release(inFlight);
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long sent = 0;
        boolean stuck = false;
        while (System.nanoTime() < end && !stuck) {
            stuck = !acquire(1);
            if (!stuck) {
                sendRequest(players.get((int) (sent++ % players.size())));
            }
        }
        stuck |= !acquire(inFlight);
        double tookSeconds = (System.nanoTime() - start) / 1e9;
        return String.format(
                Locale.ROOT,
                "{\"answered\":%d,\"seconds\":%.6f,\"permitted\":%.4f,\"refused\":%.4f,\"stuck\":%b}",
                answered.get(), tookSeconds, share(succeeded), share(refused), stuck);
    }

    private double share(AtomicLong ofSampled) {
        return (double) ofSampled.get() / Math.max(1, sampled.get());
    }

    private void sendRequest(SimulatedPlayer player) {
        events.fire(new PluginMessageEvent(player.player(), player.server(), CHANNEL, content));
    }

    /**
     * Polls for free slots, as being woken for each answer would cost the answering thread a system call.
     * @return false if no answer arrived within the deadline
     */
    private boolean acquire(int permits) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!freeSlots.tryAcquire(permits)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
