package com.velocitypowered.api.command;

import com.mojang.brigadier.arguments.ArgumentType;
import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.builder.RequiredArgumentBuilder;
import com.mojang.brigadier.tree.LiteralCommandNode;

/** A command defined as a tree of literals and arguments. */
public final class BrigadierCommand implements Command {

    private final LiteralCommandNode<CommandSource> node;

    public BrigadierCommand(LiteralArgumentBuilder<CommandSource> builder) {
        node = builder.build();
    }

    public LiteralCommandNode<CommandSource> getNode() {
        return node;
    }

    public static LiteralArgumentBuilder<CommandSource> literalArgumentBuilder(String name) {
        return LiteralArgumentBuilder.literal(name);
    }

    public static <T> RequiredArgumentBuilder<CommandSource, T> requiredArgumentBuilder(
        String name,
        ArgumentType<T> argumentType
    ) {
        return RequiredArgumentBuilder.argument(name, argumentType);
    }
}
