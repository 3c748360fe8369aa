package com.mojang.brigadier.exceptions;

import com.mojang.brigadier.Message;

/** A syntax error in a command line. */
public class CommandSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    public CommandSyntaxException(CommandExceptionType type, Message message) {
        super(message.getString(), null, false, false);
    }
}
