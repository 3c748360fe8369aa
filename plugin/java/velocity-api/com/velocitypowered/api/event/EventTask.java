package com.velocitypowered.api.event;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The part of a handler that continues after the handler has returned. */
public interface EventTask {
    void execute(Continuation continuation);

    static EventTask withContinuation(Consumer<Continuation> task) {
        return task::accept;
    }

    static EventTask resumeWhenComplete(CompletableFuture<?> future) {
        return withContinuation(continuation ->
            future.whenComplete((value, problem) -> {
                if (problem == null) {
                    continuation.resume();
                } else {
                    continuation.resumeWithException(problem);
                }
            })
        );
    }
}
