package com.mojang.brigadier.arguments;

import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {
    private StringArgumentType() {
    }

    /** One word of {@code [0-9A-Za-z_.+-]}. */
    public static native StringArgumentType word();

    /** One word, or anything in quotes. */
    public static native StringArgumentType string();

    /** All the rest of the line. */
    public static native StringArgumentType greedyString();

    public static native String getString(CommandContext<?> context, String name);

    @Override
    public native String parse(StringReader reader) throws CommandSyntaxException;
}
