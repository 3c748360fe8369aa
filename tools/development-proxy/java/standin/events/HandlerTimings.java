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
 * Durations of the plugins' event handlers until they return to the proxy, in nanoseconds: elapsed time and
 * CPU time. Elapsed time includes the time of other threads that the system schedules in between: with
 * fewer CPUs than busy threads, most of it.
 */
public final class HandlerTimings {
    private static final int SAMPLES = 1 << 18;
    private static final String CPU_TIME = " (CPU time)";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<String, Samples> samples = new ConcurrentHashMap<>();
    private volatile boolean enabled;

    /** Discards all samples. */
    public void restart(boolean enabled) {
        samples.clear();
        this.enabled = enabled;
    }

    /** @return a task to run when the handler has returned */
    Runnable start(HandlerRegistration registration, Object event) {
        if (!enabled) {
            return () -> { };
        }
        long cpuBefore = THREADS.getCurrentThreadCpuTime();
        long startedAt = System.nanoTime();
        return () -> {
            // Measured first, as the following lines take time too.
            long nanos = System.nanoTime() - startedAt;
            long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBefore;
            String what = event instanceof PluginMessageEvent message
                    ? message.getIdentifier().getId()
                    : event.getClass().getSimpleName();
            String key = registration.plugin().getDescription().getId() + " " + what;
            samplesOf(key).add(nanos);
            samplesOf(key + CPU_TIME).add(cpuNanos);
        };
    }

    private Samples samplesOf(String key) {
        return samples.computeIfAbsent(key, unused -> new Samples());
    }

    /**
     * Summaries by key: the plugin id, a space, and the channel of a plugin message or the class of another
     * event. Keys that end with {@value CPU_TIME} contain CPU time.
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
