package com.mojang.brigadier.builder;

import com.mojang.brigadier.Command;
import java.util.function.Predicate;

/** Builds one node of a command tree. */
public abstract class ArgumentBuilder<S, T extends ArgumentBuilder<S, T>> {

    public native T then(ArgumentBuilder<S, ?> argument);

    public native T executes(Command<S> command);

    public native T requires(Predicate<S> requirement);
}
