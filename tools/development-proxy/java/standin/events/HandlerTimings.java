package standin.events;

import com.google.gson.JsonObject;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What plugins spend in their handlers of events before those return to the proxy, in nanoseconds: time, and
 * processor time. The first includes what the system gives to other threads meanwhile: with fewer processors
 * than threads that have work, mostly that.
 */
public final class HandlerTimings {
    private static final int SAMPLES = 1 << 18;
    private static final String PROCESSOR = " (processor)";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<String, Samples> samples = new ConcurrentHashMap<>();
    private volatile boolean enabled;

    /** Forgets what was recorded. */
    public void restart(boolean enabled) {
        samples.clear();
        this.enabled = enabled;
    }

    /** @return what is to be called when the handler has returned */
    Runnable start(HandlerRegistration registration, Object event) {
        if (!enabled) {
            return () -> { };
        }
        long processorBefore = THREADS.getCurrentThreadCpuTime();
        long startedAt = System.nanoTime();
        return () -> {
            // First, as all that follows takes time as well.
            long nanos = System.nanoTime() - startedAt;
            long processor = THREADS.getCurrentThreadCpuTime() - processorBefore;
            String what = event instanceof PluginMessageEvent message
                    ? message.getIdentifier().getId()
                    : event.getClass().getSimpleName();
            String key = registration.plugin().getDescription().getId() + " " + what;
            samplesOf(key).add(nanos);
            samplesOf(key + PROCESSOR).add(processor);
        };
    }

    private Samples samplesOf(String key) {
        return samples.computeIfAbsent(key, unused -> new Samples());
    }

    /**
     * By plugin id, a space, and the channel of a plugin message or the class of another event; with {@value
     * PROCESSOR} after it, processor time.
     */
    public Map<String, Summary> summaries() {
        Map<String, Summary> summaries = new TreeMap<>();
        samples.forEach((key, recorded) -> summaries.put(key, recorded.summary()));
        return summaries;
    }

    /** Percentiles of the newest samples, in nanoseconds. */
    public record Summary(long count, long p50, long p99, long p999, long max) {
        /** Sorts the values in place. */
        public static Summary of(long count, long[] values) {
            Arrays.sort(values);
            return new Summary(
                    count, at(values, 0.5), at(values, 0.99), at(values, 0.999), at(values, 1));
        }

        public JsonObject toJson() {
            JsonObject json = new JsonObject();
            json.addProperty("count", count);
            json.addProperty("p50", p50);
            json.addProperty("p99", p99);
            json.addProperty("p999", p999);
            json.addProperty("max", max);
            return json;
        }

        private static long at(long[] sorted, double share) {
            return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
        }
    }

    private static final class Samples {
        private final long[] ring = new long[SAMPLES];
        private long count;

        synchronized void add(long nanos) {
            ring[(int) (count++ & (SAMPLES - 1))] = nanos;
        }

        synchronized Summary summary() {
            return Summary.of(count, Arrays.copyOf(ring, (int) Math.min(count, SAMPLES)));
        }
    }
}
