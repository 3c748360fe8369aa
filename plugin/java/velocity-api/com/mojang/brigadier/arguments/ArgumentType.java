package com.mojang.brigadier.arguments;

/** Reads one argument from a command line. */
public interface ArgumentType<T> {}
