package com.mojang.brigadier.context;

import java.util.Map;

/** One call of a command, with its arguments. */
public class CommandContext<S> {
    private final S source;
    private final String input;
    private final Map<String, Object> arguments;

    public CommandContext(S source, String input, Map<String, Object> arguments) {
        this.source = source;
        this.input = input;
        this.arguments = Map.copyOf(arguments);
    }

    public S getSource() {
        return source;
    }

    public <V> V getArgument(String name, Class<V> type) {
        Object value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException("No such argument '" + name + "' exists on this command");
        }
        return type.cast(value);
    }

    public String getInput() {
        return input;
    }
}
