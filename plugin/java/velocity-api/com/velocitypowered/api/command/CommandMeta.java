package com.velocitypowered.api.command;

import java.util.Collection;

/** The names under which a command is registered. */
public interface CommandMeta {
    Collection<String> getAliases();

    Object getPlugin();

    /** Collects the names. */
    interface Builder {
        Builder aliases(String... aliases);

        Builder plugin(Object plugin);

        CommandMeta build();
    }
}
