package standin.commands;

import com.velocitypowered.api.command.BrigadierCommand;
import com.velocitypowered.api.command.Command;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.CommandMeta;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.command.SimpleCommand;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The registered commands. */
public final class CommandRegistry implements CommandManager {

    private record Entry(CommandMeta meta, Command command) {}

    private record Meta(Set<String> aliases, Object plugin) implements CommandMeta {
        @Override
        public Collection<String> getAliases() {
            return aliases;
        }

        @Override
        public Object getPlugin() {
            return plugin;
        }
    }

    private record Invocation(
        CommandSource source,
        String alias,
        String[] arguments
    ) implements SimpleCommand.Invocation {}

    private final Map<String, Entry> byAlias = new ConcurrentHashMap<>();
    private final Executor threads;

    /**
     * Creates an empty registry.
     *
     * @param threads executor on which commands run
     */
    public CommandRegistry(Executor threads) {
        this.threads = threads;
    }

    @Override
    public CommandMeta.Builder metaBuilder(String alias) {
        return new MetaBuilder(alias);
    }

    @Override
    public CommandMeta.Builder metaBuilder(BrigadierCommand command) {
        return new MetaBuilder(command.getNode().getName());
    }

    @Override
    public void register(CommandMeta meta, Command command) {
        meta.getAliases().forEach(alias -> byAlias.put(alias, new Entry(meta, command)));
    }

    /** Unregisters all commands of the plugin. */
    public void unregisterAllOf(Object plugin) {
        byAlias.values().removeIf(entry -> entry.meta().getPlugin() == plugin);
    }

    /**
     * Completes with false if there is no such command, or the source may not use it: a proxy would then
     * forward the line to the backend.
     */
    public CompletableFuture<Boolean> executeAsync(CommandSource source, String commandLine) {
        return CompletableFuture.supplyAsync(() -> execute(source, commandLine), threads);
    }

    /** Returns completions of the last word of the line. */
    public CompletableFuture<List<String>> suggest(CommandSource source, String commandLine) {
        Entry entry = byAlias.get(firstWord(commandLine));
        if (entry == null || !mayUse(entry, source, commandLine)) {
            return CompletableFuture.completedFuture(List.of());
        }
        if (entry.command() instanceof SimpleCommand simple) {
            return simple.suggestAsync(invocation(source, commandLine, -1));
        }
        return ((BrigadierCommand) entry.command())
            .getNode()
            .suggest(source, commandLine)
            .thenApply(found -> found.texts().stream().sorted().toList());
    }

    private boolean execute(CommandSource source, String line) {
        String commandLine = line.trim();
        Entry entry = byAlias.get(firstWord(commandLine));
        if (entry == null || !mayUse(entry, source, commandLine)) {
            return false;
        }
        if (entry.command() instanceof SimpleCommand simple) {
            simple.execute(invocation(source, commandLine, 0));
            return true;
        }
        ((BrigadierCommand) entry.command()).getNode().execute(source, commandLine);
        return true;
    }

    private static boolean mayUse(Entry entry, CommandSource source, String line) {
        return entry.command() instanceof SimpleCommand simple
            ? simple.hasPermission(invocation(source, line, 0))
            : ((BrigadierCommand) entry.command()).getNode().canUse(source);
    }

    private static Invocation invocation(CommandSource source, String line, int splitLimit) {
        String[] words = line.split(" +", splitLimit);
        return new Invocation(source, words[0], Arrays.copyOfRange(words, 1, words.length));
    }

    private static String firstWord(String line) {
        return line.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    }

    private static final class MetaBuilder implements CommandMeta.Builder {

        private final Set<String> aliases = new LinkedHashSet<>();
        private Object plugin;

        MetaBuilder(String alias) {
            aliases(alias);
        }

        @Override
        public CommandMeta.Builder aliases(String... added) {
            Arrays.stream(added)
                .map(alias -> alias.toLowerCase(Locale.ROOT))
                .forEach(aliases::add);
            return this;
        }

        @Override
        public CommandMeta.Builder plugin(Object owner) {
            plugin = owner;
            return this;
        }

        @Override
        public CommandMeta build() {
            return new Meta(Set.copyOf(aliases), plugin);
        }
    }
}
