package standin.load;

import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import standin.control.ReportingWire;
import standin.events.HandlerTimings;

/** Measures how long answers take: the first answer to a player belongs to its first question. */
final class AnswerClock implements ReportingWire.Traffic {
    private final String channel;
    private final long[] nanos;
    private final AtomicInteger answers = new AtomicInteger();
    private final Map<UUID, Queue<Long>> asked = new ConcurrentHashMap<>();

    /**
     * Nothing is measured yet.
     *
     * @param most how many answers are kept; the ones after are only counted
     */
    AnswerClock(String channel, int most) {
        this.channel = channel;
        this.nanos = new long[most];
    }

    void ask(UUID player) {
        asked.computeIfAbsent(player, unused -> new ConcurrentLinkedQueue<>()).add(System.nanoTime());
    }

    int answers() {
        return answers.get();
    }

    HandlerTimings.Summary summary() {
        int kept = Math.min(answers.get(), nanos.length);
        return HandlerTimings.Summary.of(answers.get(), Arrays.copyOf(nanos, kept));
    }

    @Override
    public void toClient(UUID player, String name, byte[] data) {
        Queue<Long> questions = asked.get(player);
        Long start = name.equals(channel) && questions != null ? questions.poll() : null;
        if (start == null) {
            return;
        }
        int index = answers.getAndIncrement();
        if (index < nanos.length) {
            nanos[index] = System.nanoTime() - start;
        }
    }

    @Override
    public void toBackend(UUID player, String name, byte[] data) {
        // Counted by the sender.
    }
}
