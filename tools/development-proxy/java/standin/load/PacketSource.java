package standin.load;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import standin.players.Fate;
import standin.players.Journey;

/** Sends plugin messages at a steady rate, without any driver in the way. */
final class PacketSource {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /**
     * What a loop that cannot keep up may have waiting: the rest is not sent, as a full socket would have it.
     */
    private static final int MOST_WAITING = 2_000;

    private final List<Journey> senders;
    private final String channel;
    private final List<byte[]> contents;
    private final AnswerClock clock;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger unsettled = new AtomicInteger();
    private final LongAdder sent = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private int next;

    /** Senders and contents take turns. */
    PacketSource(List<Journey> senders, String channel, List<byte[]> contents, AnswerClock clock) {
        this.senders = senders;
        this.channel = channel;
        this.contents = contents;
        this.clock = clock;
    }

    long sent() {
        return sent.sum();
    }

    /** Whether it is known of each packet that was to be sent what became of it. */
    boolean isSettled() {
        return unsettled.get() == 0;
    }

    long handled() {
        return handled.sum();
    }

    long forwarded() {
        return forwarded.sum();
    }

    /** Returns when the time is over; called on a thread of its own. */
    void run(int perSecond, double seconds) {
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long due = 0;
        for (long now = start; now < end; now = System.nanoTime()) {
            long wanted = (now - start) * perSecond / 1_000_000_000L;
            for (; due < wanted; due++) {
                sendNext();
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private void sendNext() {
        int turn = next++;
        if (waiting.get() >= MOST_WAITING) {
            return;
        }
        Journey sender = senders.get(Math.floorMod(turn, senders.size()));
        byte[] content = contents.get(Math.floorMod(turn, contents.size()));
        waiting.incrementAndGet();
        unsettled.incrementAndGet();
        sender.player().loop().execute(() -> {
            waiting.decrementAndGet();
            sent.increment();
            clock.ask(sender.player().getUniqueId());
            sender.sendOnLoop(channel, content)
                    .thenAccept(this::count)
                    .whenComplete((done, failure) -> unsettled.decrementAndGet());
        });
    }

    private void count(Fate fate) {
        if (fate == Fate.HANDLED) {
            handled.increment();
        } else if (fate == Fate.FORWARDED) {
            forwarded.increment();
        }
    }
}
