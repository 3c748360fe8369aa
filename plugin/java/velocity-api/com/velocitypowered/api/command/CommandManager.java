package com.velocitypowered.api.command;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/** Registers and runs commands. */
public interface CommandManager {
    CommandMeta.Builder metaBuilder(String alias);

    CommandMeta.Builder metaBuilder(BrigadierCommand command);

    void register(BrigadierCommand command);

    void register(CommandMeta meta, Command command);

    void unregister(String alias);

    void unregister(CommandMeta meta);

    CommandMeta getCommandMeta(String alias);

    CompletableFuture<Boolean> executeAsync(CommandSource source, String commandLine);

    Collection<String> getAliases();

    boolean hasCommand(String alias);
}
