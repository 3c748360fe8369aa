package io.github.featurecontrol;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.suggestion.SuggestionProvider;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

    /**
     * Returns a permission check that may be called on any thread, as the proxy's command tree does. If the
     * permission plugin fails, the permission is not granted, and {@code failed} is called on the script
     * thread.
     */
    public Predicate<CommandSource> permission(String node, Consumer<Throwable> failed) {
        return source -> {
            try {
                return source.hasPermission(node);
            } catch (RuntimeException | LinkageError cause) {
                thread.execute(() -> failed.accept(cause));
                return false;
            }
        };
    }

    /** Returns a handler of the proxy's events that does not make the proxy wait for the script. */
    public <E> EventHandler<E> eventHandler(Consumer<E> handler) {
        return event -> thread.execute(() -> handler.accept(event));
    }

    /** Returns the action of a command that does not make the proxy wait for the script. */
    public Command<CommandSource> action(Consumer<CommandContext<CommandSource>> action) {
        return context -> {
            thread.execute(() -> action.accept(context));
            return SUCCESS;
        };
    }

    /** Returns a provider of suggestions, which the script completes. */
    public SuggestionProvider<CommandSource> suggestions(Completer completer) {
        return (context, builder) -> {
            CompletableFuture<Suggestions> suggestions = new CompletableFuture<>();
            thread.execute(() -> completer.complete(context, builder, suggestions));
            return suggestions;
        };
    }

    /** A function of the script that completes {@code suggestions}. */
    @FunctionalInterface
    public interface Completer {
        void complete(
            CommandContext<CommandSource> context,
            SuggestionsBuilder builder,
            CompletableFuture<Suggestions> suggestions
        );
    }
}
