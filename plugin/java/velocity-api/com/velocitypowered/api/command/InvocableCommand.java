package com.velocitypowered.api.command;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A command that reads its arguments itself. */
public interface InvocableCommand<I extends CommandInvocation<?>> extends Command {
    void execute(I invocation);

    default List<String> suggest(I invocation) {
        throw new UnsupportedOperationException("declaration");
    }

    default CompletableFuture<List<String>> suggestAsync(I invocation) {
        throw new UnsupportedOperationException("declaration");
    }

    default boolean hasPermission(I invocation) {
        throw new UnsupportedOperationException("declaration");
    }
}
