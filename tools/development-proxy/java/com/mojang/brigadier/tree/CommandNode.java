package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A node of a command tree. */
public abstract class CommandNode<S> {
    private final Map<String, CommandNode<S>> children;
    private final Command<S> command;
    private final Predicate<S> requirement;

    CommandNode(Map<String, CommandNode<S>> children, Command<S> command, Predicate<S> requirement) {
        this.children = children;
        this.command = command;
        this.requirement = requirement;
    }

    public abstract String getName();

    /** Parses this node's part of the line, and stores an argument's value. */
    public abstract void parse(StringReader reader, Map<String, Object> arguments) throws CommandSyntaxException;

    /** Completes this node's part of the line. */
    public abstract CompletableFuture<Suggestions> listSuggestions(
            CommandContext<S> context, SuggestionsBuilder builder) throws CommandSyntaxException;

    public Collection<CommandNode<S>> getChildren() {
        return children.values();
    }

    /** Null if a command line cannot end at this node. */
    public Command<S> getCommand() {
        return command;
    }

    public boolean canUse(S source) {
        return requirement.test(source);
    }
}
