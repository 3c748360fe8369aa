package standin.events;

import com.velocitypowered.api.event.Continuation;
import com.velocitypowered.api.event.EventTask;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delivery of one event to its handlers. Only the first handler determines the thread on which they start
 * (fact 16 in tools/development-proxy/README.md): after a synchronous handler, an asynchronous one runs on
 * the event thread, and vice versa.
 */
final class Delivery<E> {

    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");

    private final E event;
    private final HandlerRegistration[] handlers;
    private final CompletableFuture<E> delivered = new CompletableFuture<>();

    Delivery(E event, HandlerRegistration[] handlers) {
        this.event = event;
        this.handlers = handlers;
    }

    CompletableFuture<E> start() {
        if (handlers.length == 0) {
            delivered.complete(event);
        } else if (handlers[0].alwaysAsync()) {
            onPool(0);
        } else {
            run(0, false);
        }
        return delivered;
    }

    private void onPool(int index) {
        handlers[index]
            .plugin()
            .getExecutorService()
            .execute(() -> run(index, true));
    }

    private void run(int from, boolean async) {
        for (int i = from; i < handlers.length; i++) {
            EventTask task = call(handlers[i]);
            if (task == null) {
                continue;
            }
            int next = i + 1;
            Thread firedOn = Thread.currentThread();
            Step step = new Step(handlers[i]);
            step.execute(task);
            if (step.ended.isDone()) {
                continue;
            }
            step.ended.thenRun(() -> runNext(next, firedOn, async));
            return;
        }
        delivered.complete(event);
    }

    private void runNext(int index, Thread firedOn, boolean async) {
        if (index == handlers.length) {
            delivered.complete(event);
        } else if (Thread.currentThread() == firedOn && !handlers[index].alwaysAsync()) {
            run(index, async);
        } else {
            onPool(index);
        }
    }

    private EventTask call(HandlerRegistration registration) {
        try {
            return registration.handler().executeAsync(event);
        } catch (Throwable error) {
            logFailure(registration, error);
            return null;
        }
    }

    private void logFailure(HandlerRegistration registration, Throwable error) {
        LOG.error(
            "Couldn't pass {} to {}",
            registration.eventType().getSimpleName(),
            registration.plugin().getDescription().getId(),
            error
        );
    }

    private final class Step implements Continuation {

        private final HandlerRegistration registration;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        Step(HandlerRegistration registration) {
            this.registration = registration;
        }

        void execute(EventTask task) {
            try {
                task.execute(this);
            } catch (Throwable error) {
                logFailure(registration, error);
                ended.complete(null);
            }
        }

        @Override
        public void resume() {
            if (!ended.complete(null)) {
                throw new IllegalStateException("a continuation is resumed once");
            }
        }

        @Override
        public void resumeWithException(Throwable error) {
            logFailure(registration, error);
            resume();
        }
    }
}
