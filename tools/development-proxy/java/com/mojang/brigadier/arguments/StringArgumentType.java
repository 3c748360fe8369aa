package com.mojang.brigadier.arguments;

import com.mojang.brigadier.LiteralMessage;
import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;

/** Arguments that are text. */
public class StringArgumentType implements ArgumentType<String> {
    private enum Kind {
        WORD,
        STRING,
        GREEDY
    }

    private final Kind kind;

    private StringArgumentType(Kind kind) {
        this.kind = kind;
    }

    public static StringArgumentType word() {
        return new StringArgumentType(Kind.WORD);
    }

    public static StringArgumentType string() {
        return new StringArgumentType(Kind.STRING);
    }

    public static StringArgumentType greedyString() {
        return new StringArgumentType(Kind.GREEDY);
    }

    public static String getString(CommandContext<?> context, String name) {
        return context.getArgument(name, String.class);
    }

    @Override
    public String parse(StringReader reader) throws CommandSyntaxException {
        if (kind == Kind.GREEDY) {
            String rest = reader.getRemaining();
            reader.setCursor(reader.getString().length());
            return rest;
        }
        boolean quoted = kind == Kind.STRING && reader.canRead() && "\"'".indexOf(reader.peek()) >= 0;
        return quoted ? readQuoted(reader) : reader.readUnquotedString();
    }

    private static String readQuoted(StringReader reader) throws CommandSyntaxException {
        char quote = reader.read();
        StringBuilder text = new StringBuilder();
        while (reader.canRead()) {
            char sign = reader.read();
            if (sign == quote) {
                return text.toString();
            }
            text.append(sign == '\\' && reader.canRead() ? reader.read() : sign);
        }
        throw new CommandSyntaxException(null, new LiteralMessage("Unclosed quoted string"));
    }
}
