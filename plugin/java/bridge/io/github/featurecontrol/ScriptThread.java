package io.github.featurecontrol;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The script's event loop: the one thread that ever enters the engine. Packets reach it through a bounded queue, so that no proxy thread ever waits for it and
 * no flood fills the memory.
 */
public final class ScriptThread implements Executor {
    /** Packets handled in one go: after so many, timers and replies of Redis have their turn. */
    private static final int BATCH = 64;

    private final ScheduledThreadPoolExecutor loop;
    private final ConcurrentLinkedQueue<Packet> packets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queuedPackets = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicBoolean draining = new AtomicBoolean();
    private volatile Consumer<Packet> receiver;

    ScriptThread(String name) {
        loop = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        loop.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** @return false where the queue is full, and the packet is dropped */
    boolean offer(Packet packet, int maxPackets, long maxBytes) {
        boolean fits = queuedPackets.incrementAndGet() <= maxPackets;
        if (!(queuedBytes.addAndGet(packet.size()) <= maxBytes && fits)) {
            forget(packet);
            return false;
        }
        packets.add(packet);
        if (receiver != null) scheduleDrain();
        return true;
    }

    /** From now on packets are handed out, those first that have waited. Called on the script thread. */
    void receiveWith(Consumer<Packet> packetReceiver) {
        receiver = packetReceiver;
        scheduleDrain();
    }

    public int queuedPackets() {
        return queuedPackets.get();
    }

    /** Runs on the script thread, soon; never, without a word, once the thread was stopped. */
    @Override
    public void execute(Runnable task) {
        if (!loop.isShutdown()) loop.execute(task);
    }

    /** Runs on the script thread, not before {@code delayMs} from now. */
    public void schedule(Runnable task, long delayMs) {
        loop.schedule(task, delayMs, TimeUnit.MILLISECONDS);
    }

    /** Ends the thread after what it is doing now. */
    void stop() {
        loop.shutdown();
    }

    /** Waits for the thread's end, but no longer than so many milliseconds. */
    boolean endsWithin(long timeoutMs) throws InterruptedException {
        return loop.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    private void scheduleDrain() {
        if (draining.compareAndSet(false, true)) execute(this::drain);
    }

    private void drain() {
        Packet packet;
        for (int left = BATCH; left > 0 && (packet = packets.poll()) != null; left--) {
            forget(packet);
            receiver.accept(packet);
        }
        draining.set(false);
        if (!packets.isEmpty()) scheduleDrain();
    }

    private void forget(Packet packet) {
        queuedPackets.decrementAndGet();
        queuedBytes.addAndGet(-packet.size());
    }
}
