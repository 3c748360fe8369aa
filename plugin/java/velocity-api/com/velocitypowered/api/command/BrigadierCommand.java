package com.velocitypowered.api.command;

import com.mojang.brigadier.arguments.ArgumentType;
import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.builder.RequiredArgumentBuilder;
import com.mojang.brigadier.tree.LiteralCommandNode;

/** A command given as a tree of literals and arguments. */
public final class BrigadierCommand implements Command {
    /** Returned by a node to forward the command to the backend server. */
    public static final int FORWARD = 0xF6287429;

    public BrigadierCommand(LiteralArgumentBuilder<CommandSource> builder) {
    }

    public BrigadierCommand(LiteralCommandNode<CommandSource> node) {
    }

    public native LiteralCommandNode<CommandSource> getNode();

    public static native LiteralArgumentBuilder<CommandSource> literalArgumentBuilder(String name);

    public static native <T> RequiredArgumentBuilder<CommandSource, T> requiredArgumentBuilder(
            String name, ArgumentType<T> argumentType);
}
