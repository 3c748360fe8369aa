package io.github.featurecontrol;

import java.util.ArrayList;
import java.util.List;
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
 * The event loop of the script: the only thread that enters the engine. Packets, replies and expired timers
 * run in the order of their arrival. The queue of packets is bounded and never blocks, so that proxy threads
 * do not wait and a flood does not fill the memory.
 */
public final class ScriptThread implements Executor {

    private final Logger logger;
    private final ScheduledThreadPoolExecutor loop;
    /** The number of packets in the queue. */
    public final AtomicInteger queuedPackets = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    /** Used on the script thread only, as is the next one. Null until the script is ready for packets. */
    private Consumer<Packet> receiver;
    /** The packets before that. */
    private final List<Packet> waiting = new ArrayList<>();

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

    /** @return false if the queue is full and the packet is dropped */
    boolean offer(Packet packet, int maxPackets, long maxBytes) {
        boolean fits = queuedPackets.incrementAndGet() <= maxPackets;
        fits &= queuedBytes.addAndGet(packet.bytes().length) <= maxBytes;
        if (!fits) {
            uncount(packet);
            return false;
        }
        execute(() -> deliver(packet));
        return true;
    }

    /** Starts the delivery of packets, beginning with the queued ones. Called on the script thread. */
    void deliverTo(Consumer<Packet> packetReceiver) {
        receiver = packetReceiver;
        waiting.forEach(packet -> run(() -> deliver(packet)));
        waiting.clear();
    }

    /** Runs a task on the script thread. Tasks are dropped silently once the thread is stopped. */
    @Override
    public void execute(Runnable task) {
        loop.execute(() -> run(task));
    }

    /** Runs a task on the script thread after a delay in milliseconds. */
    public Future<?> schedule(Runnable task, long delayMs) {
        return loop.schedule(() -> run(task), delayMs, TimeUnit.MILLISECONDS);
    }

    /** Ends the thread after the current task. Called on the script thread. */
    void stop() {
        loop.shutdownNow();
    }

    /** Waits at most {@code timeoutMs} milliseconds for the thread to end. */
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

    private void deliver(Packet packet) {
        if (receiver == null) {
            waiting.add(packet);
        } else {
            uncount(packet);
            receiver.accept(packet);
        }
    }

    private void uncount(Packet packet) {
        queuedPackets.decrementAndGet();
        queuedBytes.addAndGet(-packet.bytes().length);
    }
}
