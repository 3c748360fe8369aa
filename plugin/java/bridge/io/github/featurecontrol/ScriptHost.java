package io.github.featurecontrol;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.arguments.StringArgumentType;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import com.velocitypowered.api.command.BrigadierCommand;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * The platform that the script runs on.
 *
 * @param thread the script thread, for timers and for callbacks of asynchronous calls
 * @param settings reads the settings again; {@link Reason} converts its exceptions to one line for the
 * operator
 * @param folder path of the plugin's folder; a string, as the script has no access to files
 * @param ready starts the delivery of packets to the script, beginning with the queued ones
 */
public record ScriptHost(
    Object plugin,
    ProxyServer proxy,
    Logger logger,
    ScriptThread thread,
    ChannelBridge channel,
    ModChannels modChannels,
    PublishedLists lists,
    Callable<Settings> settings,
    String folder,
    Runnable ready
) {
    /** The result of a successful command in Brigadier. */
    private static final int SUCCESS = 1;
    private static final long LOADED_AT = System.nanoTime();

    /** Returns the milliseconds since the plugin was loaded. Monotonic: independent of the system time. */
    public double monotonicMs() {
        return (System.nanoTime() - LOADED_AT) / 1e6;
    }

    /**
     * Reads the operator's texts in one language, in the format of Java properties. Creates the file if it
     * does not exist.
     *
     * @param code of the language, such as {@code de}
     */
    public String language(String code) throws IOException {
        String name = "lang/" + code + ".properties";
        return OwnJar.readOrCreate(Path.of(folder, name), OwnJar.text(OwnJar.PROGRAM + name));
    }

    /** Returns a handler of the proxy's events that does not make the proxy wait for the script. */
    public <E> EventHandler<E> eventHandler(Consumer<E> handler) {
        return event -> thread.execute(() -> handler.accept(event));
    }

    /**
     * Registers a command: a literal, and one greedy argument, which the script parses. The proxy's threads
     * only check permissions.
     *
     * @param permissions of which one is needed to see the command
     * @param failed called if a permission plugin fails, which does not grant the permission
     */
    public void registerCommand(
        String name,
        String[] permissions,
        Consumer<Throwable> failed,
        BiConsumer<CommandSource, String> runner,
        Completer completer
    ) {
        Command<CommandSource> action = context -> {
            thread.execute(() -> runner.accept(context.getSource(), context.getInput()));
            return SUCCESS;
        };
        // Clients show the name of the argument.
        var line = BrigadierCommand.requiredArgumentBuilder("command", StringArgumentType.greedyString())
            .executes(action)
            .suggests((context, builder) -> {
                CompletableFuture<Suggestions> suggestions = new CompletableFuture<>();
                thread.execute(() -> completer.complete(context.getSource(), builder, suggestions));
                return suggestions;
            });
        var command = new BrigadierCommand(
            BrigadierCommand.literalArgumentBuilder(name)
                .requires(source -> hasAny(source, permissions, failed))
                .executes(action)
                .then(line)
        );
        CommandManager commands = proxy.getCommandManager();
        commands.register(commands.metaBuilder(command).plugin(plugin).build(), command);
    }

    private boolean hasAny(CommandSource source, String[] permissions, Consumer<Throwable> failed) {
        try {
            return Stream.of(permissions).anyMatch(source::hasPermission);
        } catch (RuntimeException | LinkageError cause) {
            thread.execute(() -> failed.accept(cause));
            return false;
        }
    }

    /** A function of the script that completes {@code suggestions}. */
    @FunctionalInterface
    public interface Completer {
        void complete(
            CommandSource source,
            SuggestionsBuilder builder,
            CompletableFuture<Suggestions> suggestions
        );
    }
}
