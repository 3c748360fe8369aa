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
 * Reads lines along a command tree: literals before arguments, one blank between words, the first way that
 * fits.
 */
final class CommandTree<S> {
    private final CommandNode<S> root;
    private final S source;

    CommandTree(CommandNode<S> root, S source) {
        this.root = root;
        this.source = source;
    }

    /**
     * How far a line could be read: the last node that fits, the one before it, and where the last one's text
     * begins.
     */
    private record Reading<S>(
            CommandNode<S> node, CommandNode<S> parent, int start, StringReader reader, Map<String, Object> arguments) {
    }

    /**
     * Runs the line.
     *
     * @param line from the root's own word on
     * @return false where the line is no command of this tree, so that the backend would get it
     */
    boolean execute(String line) throws CommandSyntaxException {
        Reading<S> reading = read(line);
        if (reading.reader().canRead()) {
            throw new CommandSyntaxException(null, new LiteralMessage(
                    "Incorrect argument for command at position " + reading.reader().getCursor()));
        }
        if (reading.node().getCommand() == null) {
            return false;
        }
        reading.node().getCommand().run(new CommandContext<>(source, line, reading.arguments()));
        return true;
    }

    /**
     * The words that the source's client is sent, each with those before it: what the source may not use
     * is left out.
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
     * What completes the last argument of the line, in the order of the alphabet: one that fits is still
     * being typed. The way there has to be open to the source; what the last step offers is named whether the
     * source may use it or not, as in Brigadier.
     */
    CompletableFuture<List<String>> suggest(String line) throws CommandSyntaxException {
        Reading<S> reading = read(line);
        boolean fits = !reading.reader().canRead();
        CommandNode<S> parent = fits ? reading.parent() : reading.node();
        int start = fits ? reading.start() : reading.reader().getCursor() + 1;
        if (parent == null) {
            return CompletableFuture.completedFuture(List.of());
        }
        CommandContext<S> context = new CommandContext<>(source, line, reading.arguments());
        CompletableFuture<List<String>> all = CompletableFuture.completedFuture(List.of());
        for (CommandNode<S> child : parent.getChildren()) {
            CompletableFuture<Suggestions> more =
                    child.listSuggestions(context, new SuggestionsBuilder(line, start));
            all = all.thenCombine(more, (found, added) ->
                    Stream.concat(found.stream(), added.texts().stream()).distinct().sorted().toList());
        }
        return all;
    }

    private Reading<S> read(String line) throws CommandSyntaxException {
        StringReader reader = new StringReader(line);
        int rootEnd = line.indexOf(' ');
        reader.setCursor(rootEnd < 0 ? line.length() : rootEnd);
        return readOn(new Reading<>(root, null, 0, reader, new HashMap<>()));
    }

    private Reading<S> readOn(Reading<S> reading) throws CommandSyntaxException {
        if (!reading.reader().canRead()) {
            return reading;
        }
        Reading<S> furthest = reading;
        for (CommandNode<S> child : usable(reading.node())) {
            Reading<S> next = step(reading, child);
            if (next == null) {
                continue;
            }
            Reading<S> end = readOn(next);
            if (!end.reader().canRead()) {
                return end;
            }
            furthest = end.reader().getCursor() > furthest.reader().getCursor() ? end : furthest;
        }
        return furthest;
    }

    private Reading<S> step(Reading<S> from, CommandNode<S> child) throws CommandSyntaxException {
        StringReader reader = new StringReader(from.reader().getString());
        int start = from.reader().getCursor() + 1;
        reader.setCursor(start);
        Map<String, Object> arguments = new HashMap<>(from.arguments());
        try {
            child.parse(reader, arguments);
        } catch (CommandSyntaxException notThisWay) {
            if (child instanceof LiteralCommandNode) {
                return null;
            }
            throw notThisWay;
        }
        boolean atWordEnd = !reader.canRead() || reader.peek() == ' ';
        return atWordEnd ? new Reading<>(child, from.node(), start, reader, arguments) : null;
    }

    private Collection<CommandNode<S>> usable(CommandNode<S> node) {
        return node.getChildren().stream()
                .filter(child -> child.canUse(source))
                .sorted((a, b) -> Boolean.compare(b instanceof LiteralCommandNode, a instanceof LiteralCommandNode))
                .toList();
    }
}
