package standin;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** What a thread has had of a processor. */
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

    /** With the time at which it was read, so that two of them give a share of a processor, however long they took on their way. */
    static JsonObject read(String threadName) {
        JsonObject result = new JsonObject();
        result.addProperty("processorNanos", nanosOf(threadName));
        result.addProperty("atNanos", System.nanoTime());
        return result;
    }
}
