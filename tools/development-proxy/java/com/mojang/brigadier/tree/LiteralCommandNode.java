package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.suggestion.SuggestionProvider;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A fixed word, followed by an argument that takes the rest of the line. */
public class LiteralCommandNode<S> extends CommandNode<S> {

    /** The argument with its action and its completions. */
    public record Argument<S>(Command<S> command, SuggestionProvider<S> provider) {}

    private final String name;
    private final Predicate<S> requirement;
    private final Command<S> command;
    private final Argument<S> argument;

    public LiteralCommandNode(
        String name,
        Predicate<S> requirement,
        Command<S> command,
        Argument<S> argument
    ) {
        this.name = name;
        this.requirement = requirement;
        this.command = command;
        this.argument = argument;
    }

    @Override
    public String getName() {
        return name;
    }

    public boolean canUse(S source) {
        return requirement.test(source);
    }

    /** Runs the line. As in Brigadier, the literal alone may be followed by a space. */
    public void execute(S source, String line) {
        Command<S> action = line.length() <= name.length() + 1 ? command : argument.command();
        action.run(new CommandContext<>(source, line));
    }

    /** Completes the argument. */
    public CompletableFuture<Suggestions> suggest(S source, String line) {
        SuggestionsBuilder builder = new SuggestionsBuilder(line, name.length() + 1);
        return argument.provider().getSuggestions(new CommandContext<>(source, line), builder);
    }
}
