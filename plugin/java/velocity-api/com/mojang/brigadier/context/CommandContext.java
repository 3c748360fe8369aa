package com.mojang.brigadier.context;

/** One call of a command, with its arguments. */
public class CommandContext<S> {

    private CommandContext() {}

    public native S getSource();

    /** The whole line. */
    public native String getInput();
}
