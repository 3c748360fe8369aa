package io.github.featurecontrol;

import io.github.featurecontrol.api.Registration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners of other plugins, called in order on a dedicated thread that ends when idle. The plugin never
 * waits for them.
 */
final class Listeners<Event> {

    /** The maximum number of queued events. Further events are dropped. */
    private static final int MAX_QUEUED = 10_000;
    private static final long IDLE_SECONDS = 10;

    private final Logger logger = LoggerFactory.getLogger("feature-control");
    private final List<Consumer<? super Event>> all = new CopyOnWriteArrayList<>();
    private final AtomicBoolean hasDropped = new AtomicBoolean();
    private final ThreadPoolExecutor executor;

    Listeners() {
        executor = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED),
            Listeners::newThread
        );
        executor.allowCoreThreadTimeOut(true);
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "feature-control listeners");
        thread.setDaemon(true);
        return thread;
    }

    Registration add(Consumer<? super Event> listener) {
        // A new object, as the same listener may be added twice.
        Consumer<Event> added = listener::accept;
        all.add(added);
        return () -> all.remove(added);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void publish(Event event) {
        try {
            executor.execute(() -> all.forEach(listener -> call(listener, event)));
        } catch (RejectedExecutionException full) {
            if (hasDropped.compareAndSet(false, true)) {
                logger.warn("Listeners of another plugin are too slow: events are dropped");
            }
        }
    }

    private void call(Consumer<? super Event> listener, Event event) {
        try {
            listener.accept(event);
        } catch (Throwable cause) {
            // Also a checked exception: Kotlin and other languages do not declare them.
            logger.error("A listener of another plugin failed", cause);
        }
    }
}
