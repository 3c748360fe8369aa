package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.arguments.ArgumentType;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.SuggestionProvider;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** An argument. */
public class ArgumentCommandNode<S, T> extends CommandNode<S> {
    private final String name;
    private final ArgumentType<T> type;
    private final SuggestionProvider<S> provider;

    public ArgumentCommandNode(
            String name,
            ArgumentType<T> type,
            SuggestionProvider<S> provider,
            Map<String, CommandNode<S>> children,
            Command<S> command,
            Predicate<S> requirement) {
        super(children, command, requirement);
        this.name = name;
        this.type = type;
        this.provider = provider;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public void parse(StringReader reader, Map<String, Object> arguments) throws CommandSyntaxException {
        arguments.put(name, type.parse(reader));
    }

    @Override
    public CompletableFuture<Suggestions> listSuggestions(CommandContext<S> context, SuggestionsBuilder builder)
            throws CommandSyntaxException {
        return provider == null ? builder.buildFuture() : provider.getSuggestions(context, builder);
    }
}
