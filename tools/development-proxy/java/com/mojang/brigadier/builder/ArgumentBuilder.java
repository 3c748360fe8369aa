package com.mojang.brigadier.builder;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.tree.LiteralCommandNode;
import java.util.function.Predicate;

/** Builds one node of a command tree. */
public abstract class ArgumentBuilder<S, T extends ArgumentBuilder<S, T>> {

    ArgumentBuilder<S, ?> argument;
    Command<S> command;
    Predicate<S> requirement = source -> true;

    protected abstract T getThis();

    /** The stand-in knows only a literal that is followed by one argument. */
    LiteralCommandNode.Argument<S> buildArgument() {
        throw new UnsupportedOperationException("a literal below a literal");
    }

    public T then(ArgumentBuilder<S, ?> argument) {
        this.argument = argument;
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
}
