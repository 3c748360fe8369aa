package com.mojang.brigadier.arguments;

import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.exceptions.CommandSyntaxException;

/** Reads one argument from a command line. */
public interface ArgumentType<T> {
    T parse(StringReader reader) throws CommandSyntaxException;
}
