package com.velocitypowered.api.command;

/** One call of a command. */
public interface CommandInvocation<T> {
    CommandSource source();

    T arguments();
}
