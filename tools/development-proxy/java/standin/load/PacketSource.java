package standin.load;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import standin.players.MessageOutcome;
import standin.players.PlayerSession;

/** Sends plugin messages at a constant rate from inside the JVM. */
final class PacketSource {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /**
     * Maximum number of packets waiting for an event loop that cannot keep up. Further packets are not sent,
     * as with a full socket.
     */
    private static final int MAX_WAITING = 2_000;

    private final List<PlayerSession> senders;
    private final String channel;
    private final List<byte[]> contents;
    private final AnswerLatency latency;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger unsettled = new AtomicInteger();
    private final LongAdder sent = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private int next;

    /** Uses senders and contents in rotation. */
    PacketSource(List<PlayerSession> senders, String channel, List<byte[]> contents, AnswerLatency latency) {
        this.senders = senders;
        this.channel = channel;
        this.contents = contents;
        this.latency = latency;
    }

    long sent() {
        return sent.sum();
    }

    /** Returns whether the outcome of every packet is known. */
    boolean isSettled() {
        return unsettled.get() == 0;
    }

    long handled() {
        return handled.sum();
    }

    long forwarded() {
        return forwarded.sum();
    }

    /** Runs for the given time; called on its own thread. */
    void run(int perSecond, double seconds) {
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long due = 0;
        for (long now = start; now < end; now = System.nanoTime()) {
            long dueNow = ((now - start) * perSecond) / 1_000_000_000L;
            for (; due < dueNow; due++) {
                sendNext();
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private void sendNext() {
        int number = next++;
        if (waiting.get() >= MAX_WAITING) {
            return;
        }
        PlayerSession sender = senders.get(Math.floorMod(number, senders.size()));
        byte[] content = contents.get(Math.floorMod(number, contents.size()));
        waiting.incrementAndGet();
        unsettled.incrementAndGet();
        sender
            .player()
            .loop()
            .execute(() -> {
                waiting.decrementAndGet();
                sent.increment();
                latency.recordRequest(sender.player().getUniqueId());
                sender
                    .sendOnLoop(channel, content)
                    .thenAccept(this::count)
                    .whenComplete((done, failure) -> unsettled.decrementAndGet());
            });
    }

    private void count(MessageOutcome outcome) {
        if (outcome == MessageOutcome.HANDLED) {
            handled.increment();
        } else if (outcome == MessageOutcome.FORWARDED) {
            forwarded.increment();
        }
    }
}
