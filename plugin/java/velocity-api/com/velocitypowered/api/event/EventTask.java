package com.velocitypowered.api.event;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The asynchronous part of a handler, which continues after the handler has returned. */
public interface EventTask {
    boolean requiresAsync();

    void execute(Continuation continuation);

    static EventTask async(Runnable task) {
        throw new UnsupportedOperationException("declaration");
    }

    static EventTask withContinuation(Consumer<Continuation> task) {
        throw new UnsupportedOperationException("declaration");
    }

    static EventTask resumeWhenComplete(CompletableFuture<?> future) {
        throw new UnsupportedOperationException("declaration");
    }
}
