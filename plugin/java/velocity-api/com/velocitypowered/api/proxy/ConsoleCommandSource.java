package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;

/** The proxy's console. */
public interface ConsoleCommandSource extends CommandSource {
}
