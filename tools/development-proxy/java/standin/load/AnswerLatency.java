package standin.load;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import standin.control.ReportingOutput;

/** Measures the latency of answers: the first answer to a player belongs to its first request. */
final class AnswerLatency implements ReportingOutput.Traffic {

    private final String channel;
    private final long[] nanos;
    private final AtomicInteger answers = new AtomicInteger();
    private final Map<UUID, Queue<Long>> requestTimes = new ConcurrentHashMap<>();

    /**
     * Creates an empty measurement.
     *
     * @param maxSamples number of answers whose latency is kept; further answers are only counted
     */
    AnswerLatency(String channel, int maxSamples) {
        this.channel = channel;
        this.nanos = new long[maxSamples];
    }

    void recordRequest(UUID player) {
        requestTimes.computeIfAbsent(player, unused -> new ConcurrentLinkedQueue<>()).add(System.nanoTime());
    }

    int answers() {
        return answers.get();
    }

    /** Returns percentiles of the kept samples, in nanoseconds. */
    JsonObject summary() {
        long[] sorted = Arrays.copyOf(nanos, Math.min(answers.get(), nanos.length));
        Arrays.sort(sorted);
        JsonObject json = new JsonObject();
        json.addProperty("p50", at(sorted, 0.5));
        json.addProperty("p99", at(sorted, 0.99));
        json.addProperty("max", at(sorted, 1));
        return json;
    }

    private static long at(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
    }

    @Override
    public void toClient(UUID player, String name, byte[] data) {
        Queue<Long> pending = requestTimes.get(player);
        Long start = name.equals(channel) && pending != null ? pending.poll() : null;
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
        // The sender counts these.
    }
}
