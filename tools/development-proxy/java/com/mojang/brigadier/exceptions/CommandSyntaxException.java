package com.mojang.brigadier.exceptions;

import com.mojang.brigadier.Message;

/** A syntax error in a command line. */
public class CommandSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Message message;

    public CommandSyntaxException(CommandExceptionType type, Message message) {
        super(message.getString(), null, false, false);
        this.message = message;
    }

    public Message getRawMessage() {
        return message;
    }
}
