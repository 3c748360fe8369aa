package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.LiteralMessage;
import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A fixed word. */
public class LiteralCommandNode<S> extends CommandNode<S> {
    private final String literal;

    public LiteralCommandNode(
            String literal, Map<String, CommandNode<S>> children, Command<S> command, Predicate<S> requirement) {
        super(children, command, requirement);
        this.literal = literal;
    }

    @Override
    public String getName() {
        return literal;
    }

    @Override
    public void parse(StringReader reader, Map<String, Object> arguments) throws CommandSyntaxException {
        int end = reader.getCursor() + literal.length();
        String rest = reader.getRemaining();
        boolean wholeWord = rest.length() == literal.length() || rest.startsWith(" ", literal.length());
        if (!rest.startsWith(literal) || !wholeWord) {
            throw new CommandSyntaxException(null, new LiteralMessage("Expected literal " + literal));
        }
        reader.setCursor(end);
    }

    @Override
    public CompletableFuture<Suggestions> listSuggestions(CommandContext<S> context, SuggestionsBuilder builder) {
        if (literal.toLowerCase(Locale.ROOT).startsWith(builder.getRemainingLowerCase())) {
            builder.suggest(literal);
        }
        return builder.buildFuture();
    }
}
