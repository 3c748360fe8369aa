package com.velocitypowered.api.command;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A command that parses its own arguments. */
public interface InvocableCommand<I extends CommandInvocation<?>> extends Command {
    void execute(I invocation);

    default List<String> suggest(I invocation) {
        return List.of();
    }

    default CompletableFuture<List<String>> suggestAsync(I invocation) {
        return CompletableFuture.completedFuture(suggest(invocation));
    }

    default boolean hasPermission(I invocation) {
        return true;
    }
}
