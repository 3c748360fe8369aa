package com.velocitypowered.api.command;

/** Registers and runs commands. */
public interface CommandManager {
    CommandMeta.Builder metaBuilder(String alias);

    CommandMeta.Builder metaBuilder(BrigadierCommand command);

    void register(CommandMeta meta, Command command);
}
