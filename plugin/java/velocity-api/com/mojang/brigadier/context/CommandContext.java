package com.mojang.brigadier.context;

/** One call of a command, with its arguments. */
public class CommandContext<S> {
    private CommandContext() {
    }

    public native S getSource();

    /** Throws IllegalArgumentException if the line has no argument of that name. */
    public native <V> V getArgument(String name, Class<V> type);

    public native String getInput();
}
