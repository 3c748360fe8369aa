package io.github.featurecontrol.sdk;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Catches and logs exceptions, so that they never reach the game. The game's log includes standard error. */
final class ErrorLogging {

    /** What has failed, and with which exception: the same failure may occur in each tick. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private ErrorLogging() {}

    static void log(String text) {
        System.err.println("[feature-control] " + text);
    }

    /** Runs the task, and logs what it throws, the same exception class once. */
    static void run(String name, Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            if (LOGGED.add(name + thrown.getClass())) log(name + " failed: " + thrown);
        }
    }
}
