package io.github.featurecontrol.sdk;

import java.util.concurrent.Executor;

/** Keeps what others throw out of the game. The game writes standard error to its log. */
final class Guard {
    private Guard() {}

    static void log(String text) {
        System.err.println("[feature-control] " + text);
    }

    /** Runs on the calling thread, and logs what is thrown. */
    static void run(String what, Runnable work) {
        try {
            work.run();
        } catch (Throwable thrown) {
            log(what + " failed: " + thrown);
        }
    }

    /** Runs on the executor, which may also refuse or drop it. */
    static void run(String what, Executor executor, Runnable work) {
        run(what, () -> executor.execute(() -> run(what, work)));
    }
}
