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

/** Asks as fast as answers come: a fixed number of requests is under way at any time, of players in turn. */
final class ClosedLoop {
    private static final ChannelIdentifier CHANNEL = MinecraftChannelIdentifier.create("service", "feature-control");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    /** One answer in so many is looked into. */
    private static final int SAMPLE = 64;
    private static final String SUCCESS = "\"ok\":true";
    private static final String REFUSED = "RATE_LIMITED";

    private final EventManager events;
    private final byte[] content;
    private final List<MadeUpPlayer> players;
    private final Semaphore room = new Semaphore(0);
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong sampled = new AtomicLong();
    private final AtomicLong succeeded = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    ClosedLoop(EventManager events, int players, byte[] content) {
        this.events = events;
        this.content = content;
        this.players = IntStream.range(0, players).mapToObj(unused -> new MadeUpPlayer(this::take)).toList();
    }

    /** Called on the script thread. */
    private void take(byte[] answer) {
        if (answered.incrementAndGet() % SAMPLE == 0) {
            String text = new String(answer, StandardCharsets.UTF_8);
            sampled.incrementAndGet();
            if (text.contains(SUCCESS)) {
                succeeded.incrementAndGet();
            } else if (text.contains(REFUSED)) {
                refused.incrementAndGet();
            }
        }
        room.release();
    }

    /**
     * Blocks for so long. @return JSON: how many were answered, in how many seconds, the shares that
     * succeeded and that were refused
     */
    String run(int inFlight, double seconds) {
        room.release(inFlight);
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long asked = 0;
        boolean stuck = false;
        while (System.nanoTime() < end && !stuck) {
            stuck = !acquire(1);
            if (!stuck) {
                ask(players.get((int) (asked++ % players.size())));
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

    private void ask(MadeUpPlayer player) {
        events.fire(new PluginMessageEvent(player.player(), player.server(), CHANNEL, content));
    }

    /**
     * Looks for room by itself: to be woken for each answer would cost the thread that answers a system
     * call. @return false where nothing was answered for long
     */
    private boolean acquire(int permits) {
        long patience = System.nanoTime() + PATIENCE_NANOS;
        while (!room.tryAcquire(permits)) {
            if (System.nanoTime() > patience) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
