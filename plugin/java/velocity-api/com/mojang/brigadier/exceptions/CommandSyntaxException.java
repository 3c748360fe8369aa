package com.mojang.brigadier.exceptions;

import com.mojang.brigadier.Message;

/** A mistake in a command line. */
public class CommandSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    public CommandSyntaxException(CommandExceptionType type, Message message) {
    }
}
