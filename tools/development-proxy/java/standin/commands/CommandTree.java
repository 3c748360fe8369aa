package standin.commands;

import com.mojang.brigadier.LiteralMessage;
import com.mojang.brigadier.StringReader;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import com.mojang.brigadier.tree.CommandNode;
import com.mojang.brigadier.tree.LiteralCommandNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Parses command lines with a command tree, as Velocity's Brigadier does: literals before arguments, one
 * space between words, the first match wins. A space at the end of the line does not lead from a literal to
 * its children, so that a sibling that takes the rest of the line is preferred.
 */
final class CommandTree<S> {
    private final CommandNode<S> root;
    private final S source;

    CommandTree(CommandNode<S> root, S source) {
        this.root = root;
        this.source = source;
    }

    /**
     * The result of parsing a line: the last node that matches, its parent, and the position at which the
     * last node's text begins.
     */
    private record ParseResult<S>(
            CommandNode<S> node, CommandNode<S> parent, int start, StringReader reader, Map<String, Object> arguments) {
    }

    /**
     * Runs the line.
     *
     * @param line the command line, including the root's own word
     * @return false if the line is not a command of this tree; a proxy would then forward it to the backend
     */
    boolean execute(String line) throws CommandSyntaxException {
        ParseResult<S> result = read(line);
        if (result.reader().canRead()) {
            throw new CommandSyntaxException(null, new LiteralMessage(
                    "Incorrect argument for command at position " + result.reader().getCursor()));
        }
        if (result.node().getCommand() == null) {
            return false;
        }
        result.node().getCommand().run(new CommandContext<>(source, line, result.arguments()));
        return true;
    }

    /**
     * Returns the words that the source's client receives, each with its preceding words. Commands that the
     * source may not use are omitted.
     */
    List<String> announced() {
        return announced(root, "").toList();
    }

    private Stream<String> announced(CommandNode<S> node, String before) {
        if (!(node instanceof LiteralCommandNode)) {
            return Stream.empty();
        }
        String line = before + node.getName();
        return Stream.concat(Stream.of(line), usable(node).stream().flatMap(child -> announced(child, line + " ")));
    }

    /**
     * Returns completions of the last argument of the line, in alphabetical order; an argument that already
     * matches is also completed. The source must be allowed to use all preceding nodes. As in Brigadier,
     * completions of the last node are returned even if the source may not use it.
     */
    CompletableFuture<List<String>> suggest(String line) throws CommandSyntaxException {
        ParseResult<S> result = read(line);
        boolean isComplete = !result.reader().canRead();
        CommandNode<S> parent = isComplete ? result.parent() : result.node();
        int start = isComplete ? result.start() : result.reader().getCursor() + 1;
        if (parent == null) {
            return CompletableFuture.completedFuture(List.of());
        }
        CommandContext<S> context = new CommandContext<>(source, line, result.arguments());
        CompletableFuture<List<String>> all = CompletableFuture.completedFuture(List.of());
        for (CommandNode<S> child : parent.getChildren()) {
            CompletableFuture<Suggestions> more =
                    child.listSuggestions(context, new SuggestionsBuilder(line, start));
            all = all.thenCombine(more, (found, added) ->
                    Stream.concat(found.stream(), added.texts().stream()).distinct().sorted().toList());
        }
        return all;
    }

    private ParseResult<S> read(String line) throws CommandSyntaxException {
        StringReader reader = new StringReader(line);
        int rootEnd = line.indexOf(' ');
        reader.setCursor(rootEnd < 0 ? line.length() : rootEnd);
        return readBelow(new ParseResult<>(root, null, 0, reader, new HashMap<>()));
    }

    private ParseResult<S> readBelow(ParseResult<S> result) throws CommandSyntaxException {
        if (result.reader().getRemaining().length() <= 1) {
            return result;
        }
        ParseResult<S> furthest = result;
        for (CommandNode<S> child : usable(result.node())) {
            ParseResult<S> next = step(result, child);
            if (next == null) {
                continue;
            }
            ParseResult<S> end = readBelow(next);
            if (!end.reader().canRead()) {
                return end;
            }
            furthest = end.reader().getCursor() > furthest.reader().getCursor() ? end : furthest;
        }
        return furthest;
    }

    private ParseResult<S> step(ParseResult<S> from, CommandNode<S> child) throws CommandSyntaxException {
        StringReader reader = new StringReader(from.reader().getString());
        int start = from.reader().getCursor() + 1;
        reader.setCursor(start);
        Map<String, Object> arguments = new HashMap<>(from.arguments());
        try {
            child.parse(reader, arguments);
        } catch (CommandSyntaxException noMatch) {
            if (child instanceof LiteralCommandNode) {
                return null;
            }
            throw noMatch;
        }
        boolean atWordEnd = !reader.canRead() || reader.peek() == ' ';
        return atWordEnd ? new ParseResult<>(child, from.node(), start, reader, arguments) : null;
    }

    private Collection<CommandNode<S>> usable(CommandNode<S> node) {
        return node.getChildren().stream()
                .filter(child -> child.canUse(source))
                .sorted((a, b) -> Boolean.compare(b instanceof LiteralCommandNode, a instanceof LiteralCommandNode))
                .toList();
    }
}
