package io.github.featurecontrol.sdk;

import java.util.concurrent.Executor;

/** Catches and logs exceptions, so that they never reach the game. The game's log includes standard error. */
final class ErrorLogging {
    private ErrorLogging() {}

    static void log(String text) {
        System.err.println("[feature-control] " + text);
    }

    /** Runs the task on the calling thread, and logs what it throws. */
    static void run(String name, Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            log(name + " failed: " + thrown);
        }
    }

    /** Runs the task on the executor, which may also reject or drop it. */
    static void run(String name, Executor executor, Runnable task) {
        run(name, () -> executor.execute(() -> run(name, task)));
    }
}
