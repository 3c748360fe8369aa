package com.mojang.brigadier.context;

import java.util.Map;

/** One call of a command, with its arguments. */
public class CommandContext<S> {

    private final S source;
    private final Map<String, String> arguments;

    public CommandContext(S source, Map<String, String> arguments) {
        this.source = source;
        this.arguments = arguments;
    }

    public S getSource() {
        return source;
    }

    public String getArgument(String name) {
        if (!arguments.containsKey(name)) {
            throw new IllegalArgumentException("No such argument '" + name + "' exists on this command");
        }
        return arguments.get(name);
    }
}
