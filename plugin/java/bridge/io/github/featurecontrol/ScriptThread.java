package io.github.featurecontrol;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * The script's event loop: the one thread that ever enters the engine. Packets reach it through a bounded queue, so that no proxy thread ever waits for it and
 * no flood fills the memory.
 */
public final class ScriptThread implements Executor {
    /** Packets, and then tasks, handled in one go: after so many, the others and the timers have their turn. */
    private static final int BATCH = 64;
    /** For so long after a packet the thread looks for more by itself: to wake it would cost the proxy's thread more than all else that a packet does. */
    private static final long AWAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** The same after a packet that came alone: until Redis has replied. */
    private static final long AWAKE_ALONE_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final Logger logger;
    private final ScheduledThreadPoolExecutor loop;
    private final ConcurrentLinkedQueue<Packet> packets = new ConcurrentLinkedQueue<>();
    /** Those that wait for the script. */
    public final AtomicInteger queuedPackets = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean hasTurn = new AtomicBoolean();
    private volatile Consumer<Packet> receiver;
    private long packetAt = System.nanoTime();
    private long awakeUntil = packetAt;

    ScriptThread(Logger logger) {
        this.logger = logger;
        loop = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "feature-control script");
            thread.setDaemon(true);
            return thread;
        }, new ThreadPoolExecutor.DiscardPolicy());
    }

    /** @return false where the queue is full, and the packet is dropped */
    boolean offer(Packet packet, int maxPackets, long maxBytes) {
        boolean fits = queuedPackets.incrementAndGet() <= maxPackets;
        fits &= queuedBytes.addAndGet(packet.bytes().length) <= maxBytes;
        if (fits) packets.add(packet);
        else forget(packet);
        if (receiver != null) takeTurn();
        return fits;
    }

    /** From now on packets are handed out, those first that have waited. Called on the script thread. */
    void receiveWith(Consumer<Packet> packetReceiver) {
        receiver = packetReceiver;
        takeTurn();
    }

    /** Runs on the script thread, soon; never, without a word, once the thread was stopped. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        takeTurn();
    }

    /** Runs on the script thread, not before {@code delayMs} from now. */
    public void schedule(Runnable task, long delayMs) {
        loop.schedule(task, delayMs, TimeUnit.MILLISECONDS);
    }

    /** Ends the thread after what it is doing now. Called on it. */
    void stop() {
        loop.shutdownNow();
    }

    /** Waits for the thread's end, but no longer than so many milliseconds. */
    boolean endsWithin(long timeoutMs) throws InterruptedException {
        return loop.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    private void takeTurn() {
        if (hasTurn.compareAndSet(false, true)) loop.execute(this::turn);
    }

    private void turn() {
        try {
            for (int left = BATCH; left > 0 && packetsWait(); left--) handOut(packets.remove());
            for (int left = BATCH; left > 0 && tasksWait(); left--) tasks.remove().run();
            while (isAwake() && !packetsWait() && !tasksWait()) Thread.yield();
        } catch (RuntimeException cause) {
            logger.error("The script failed, at a packet that stays unanswered or at a reply, and goes on with the next", cause);
        } finally {
            hasTurn.set(false);
            // Behind the timers that are due.
            if (isAwake() || packetsWait() || tasksWait()) takeTurn();
        }
    }

    private boolean packetsWait() {
        return receiver != null && !packets.isEmpty();
    }

    private boolean tasksWait() {
        return !tasks.isEmpty() && !loop.isShutdown();
    }

    private boolean isAwake() {
        return System.nanoTime() - awakeUntil < 0;
    }

    private void handOut(Packet packet) {
        forget(packet);
        receiver.accept(packet);
        long now = System.nanoTime();
        awakeUntil = now + (now - packetAt < AWAKE_NANOS ? AWAKE_NANOS : AWAKE_ALONE_NANOS);
        packetAt = now;
    }

    private void forget(Packet packet) {
        queuedPackets.decrementAndGet();
        queuedBytes.addAndGet(-packet.bytes().length);
    }
}
