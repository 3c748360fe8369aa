package com.velocitypowered.api.command;

/** A command whose arguments are split at spaces. */
public interface SimpleCommand extends InvocableCommand<SimpleCommand.Invocation> {
    /** One call, with the name that was typed. */
    interface Invocation extends CommandInvocation<String[]> {
        String alias();
    }
}
