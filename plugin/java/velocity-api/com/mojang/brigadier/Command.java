package com.mojang.brigadier;

import com.mojang.brigadier.context.CommandContext;

/** What a node of a command tree does. */
@FunctionalInterface
public interface Command<S> {
    int run(CommandContext<S> context);
}
