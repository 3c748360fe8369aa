package standin;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** The CPU time of a thread, or of the whole process. */
public final class CpuTime {

    private CpuTime() {}

    /** @return nanoseconds since the thread started */
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
        return ManagementFactory.getPlatformMXBean(
            com.sun.management.OperatingSystemMXBean.class
        ).getProcessCpuTime();
    }

    /**
     * Returns the CPU time of the thread in the request, otherwise of the process, together with the
     * time of the measurement. From two results the driver can calculate a share of a CPU independently
     * of their delay.
     */
    static JsonObject read(JsonObject request) {
        boolean hasThread = request.has("thread");
        JsonObject result = new JsonObject();
        result.addProperty(
            "cpuNanos",
            hasThread ? nanosOf(request.get("thread").getAsString()) : ofAllThreads()
        );
        result.addProperty("atNanos", System.nanoTime());
        return result;
    }
}
