package com.velocitypowered.api.event;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The part of a handler that continues after the handler has returned. */
public interface EventTask {
    boolean requiresAsync();

    void execute(Continuation continuation);

    static EventTask async(Runnable task) {
        return new EventTask() {
            @Override
            public boolean requiresAsync() {
                return true;
            }

            @Override
            public void execute(Continuation continuation) {
                task.run();
                continuation.resume();
            }
        };
    }

    static EventTask withContinuation(Consumer<Continuation> task) {
        return new EventTask() {
            @Override
            public boolean requiresAsync() {
                return false;
            }

            @Override
            public void execute(Continuation continuation) {
                task.accept(continuation);
            }
        };
    }

    static EventTask resumeWhenComplete(CompletableFuture<?> future) {
        return withContinuation(continuation -> future.whenComplete((value, problem) -> {
            if (problem == null) {
                continuation.resume();
            } else {
                continuation.resumeWithException(problem);
            }
        }));
    }
}
