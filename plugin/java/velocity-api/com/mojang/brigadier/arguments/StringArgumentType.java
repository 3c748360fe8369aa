package com.mojang.brigadier.arguments;

import com.mojang.brigadier.context.CommandContext;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {

    private StringArgumentType() {}

    /** All the rest of the line. */
    public static native StringArgumentType greedyString();

    /** Throws IllegalArgumentException if the line has no argument of that name. */
    public static native String getString(CommandContext<?> context, String name);
}
