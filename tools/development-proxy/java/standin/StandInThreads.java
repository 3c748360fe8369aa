package standin;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Threads of the stand-in that a real proxy does not have; reports about threads exclude them. */
final class StandInThreads {

    private static final String NAME = "Stand-in Worker";
    private static final Executor POOL = Executors.newCachedThreadPool(StandInThreads::newThread);

    private StandInThreads() {}

    static Executor pool() {
        return POOL;
    }

    /** Returns an executor with one thread. */
    static Executor single() {
        return Executors.newSingleThreadExecutor(StandInThreads::newThread);
    }

    static boolean isOwn(String threadName) {
        return threadName.equals(NAME);
    }

    private static Thread newThread(Runnable task) {
        Thread thread = new Thread(task, NAME);
        thread.setDaemon(true);
        return thread;
    }
}
