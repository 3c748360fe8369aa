package com.mojang.brigadier.arguments;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {

    private StringArgumentType() {}

    public static StringArgumentType greedyString() {
        return new StringArgumentType();
    }
}
