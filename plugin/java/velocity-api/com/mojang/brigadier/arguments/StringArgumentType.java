package com.mojang.brigadier.arguments;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {

    private StringArgumentType() {}

    /** All the rest of the line. */
    public static native StringArgumentType greedyString();
}
