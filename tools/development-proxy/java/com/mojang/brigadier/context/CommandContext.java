package com.mojang.brigadier.context;

/** One call of a command, with its line. */
public class CommandContext<S> {

    private final S source;
    private final String input;

    public CommandContext(S source, String input) {
        this.source = source;
        this.input = input;
    }

    public S getSource() {
        return source;
    }

    public String getInput() {
        return input;
    }
}
