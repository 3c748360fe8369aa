package com.mojang.brigadier.builder;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.tree.CommandNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Builds one node of a command tree. */
public abstract class ArgumentBuilder<S, T extends ArgumentBuilder<S, T>> {
    private final Map<String, CommandNode<S>> children = new LinkedHashMap<>();
    private Command<S> command;
    private Predicate<S> requirement = source -> true;

    protected abstract T getThis();

    public T then(ArgumentBuilder<S, ?> argument) {
        return then(argument.build());
    }

    public T then(CommandNode<S> argument) {
        children.put(argument.getName(), argument);
        return getThis();
    }

    public T executes(Command<S> command) {
        this.command = command;
        return getThis();
    }

    public T requires(Predicate<S> requirement) {
        this.requirement = requirement;
        return getThis();
    }

    public abstract CommandNode<S> build();

    Map<String, CommandNode<S>> children() {
        return children;
    }

    Command<S> command() {
        return command;
    }

    Predicate<S> requirement() {
        return requirement;
    }
}
