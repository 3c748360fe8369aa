package io.github.featurecontrol;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * The script's event loop: the one thread that ever enters the engine. Packets, replies and timers that are
 * due run in the order in which they came. Packets are bounded, so that no proxy thread ever waits and no
 * flood fills the memory.
 */
public final class ScriptThread implements Executor {
    private final Logger logger;
    private final ScheduledThreadPoolExecutor loop;
    private final ConcurrentLinkedQueue<Packet> packets = new ConcurrentLinkedQueue<>();
    /** Those that wait for the script. */
    public final AtomicInteger queuedPackets = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    private volatile Consumer<Packet> receiver;

    ScriptThread(Logger logger) {
        this.logger = logger;
        loop = new ScheduledThreadPoolExecutor(1, ScriptThread::newThread, new DiscardPolicy());
        loop.setRemoveOnCancelPolicy(true);
    }

    private static Thread newThread(Runnable loop) {
        Thread thread = new Thread(loop, "feature-control script");
        thread.setDaemon(true);
        return thread;
    }

    /** @return false where the queue is full, and the packet is dropped */
    boolean offer(Packet packet, int maxPackets, long maxBytes) {
        boolean fits = queuedPackets.incrementAndGet() <= maxPackets;
        fits &= queuedBytes.addAndGet(packet.bytes().length) <= maxBytes;
        if (!fits) {
            forget(packet);
            return false;
        }
        packets.add(packet);
        if (receiver != null) {
            execute(this::handOutNext);
        }
        return true;
    }

    /** From now on packets are handed out, those that have waited first. Called on the script thread. */
    void receiveWith(Consumer<Packet> packetReceiver) {
        receiver = packetReceiver;
        packets.forEach(waiting -> execute(this::handOutNext));
    }

    /** Runs the task on the script thread, soon; it is silently dropped once the thread was stopped. */
    @Override
    public void execute(Runnable task) {
        loop.execute(() -> run(task));
    }

    /** Runs the task on the script thread, not before {@code delayMs} from now. */
    public Future<?> schedule(Runnable task, long delayMs) {
        return loop.schedule(() -> run(task), delayMs, TimeUnit.MILLISECONDS);
    }

    /** Ends the thread after what it is doing now. Called on it. */
    void stop() {
        loop.shutdownNow();
    }

    /** Waits for the thread's end, but no longer than so many milliseconds. */
    boolean endsWithin(long timeoutMs) throws InterruptedException {
        return loop.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error cause) {
            logger.error("Unexpected error in the script", cause);
        }
    }

    /** There may be none: a packet that was offered while {@link #receiveWith} ran is announced twice. */
    private void handOutNext() {
        Packet packet = packets.poll();
        if (packet != null) {
            forget(packet);
            receiver.accept(packet);
        }
    }

    private void forget(Packet packet) {
        queuedPackets.decrementAndGet();
        queuedBytes.addAndGet(-packet.bytes().length);
    }
}
