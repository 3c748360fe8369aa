package standin;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** What a thread, or all of them together, have had of a processor. */
public final class ProcessorTime {
    private ProcessorTime() {
    }

    /** @return in nanoseconds since the thread began */
    public static long nanosOf(String threadName) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().equals(threadName)) {
                return threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        throw new IllegalStateException("there is no thread " + threadName);
    }

    private static long ofAllThreads() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * Of the thread that the request names, or else of all. With the time at which it was read, so that two
     * of them give a share of a processor, however long they took on their way.
     */
    static JsonObject read(JsonObject request) {
        boolean isOfThread = request.has("thread");
        JsonObject result = new JsonObject();
        result.addProperty(
                "processorNanos", isOfThread ? nanosOf(request.get("thread").getAsString()) : ofAllThreads());
        result.addProperty("atNanos", System.nanoTime());
        return result;
    }
}
