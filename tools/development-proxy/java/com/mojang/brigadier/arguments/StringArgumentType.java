package com.mojang.brigadier.arguments;

import com.mojang.brigadier.context.CommandContext;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {

    private StringArgumentType() {}

    public static StringArgumentType greedyString() {
        return new StringArgumentType();
    }

    public static String getString(CommandContext<?> context, String name) {
        return context.getArgument(name);
    }
}
