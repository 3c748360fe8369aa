package io.github.featurecontrol;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.slf4j.Logger;

/**
 * What the script has in place of a platform.
 *
 * @param thread the script's own: where callbacks of asynchronous calls belong, and its timers
 * @param settings reads them again; of what it throws {@link Reason} makes one line for the operator
 * @param folder the plugin's, as text: the script is given no files
 * @param ready from when it is run on, packets are handed to the script, those first that have waited
 */
public record ScriptHost(
        Object plugin, ProxyServer proxy, Logger logger, ScriptThread thread, ChannelBridge channel,
        ModChannels modChannels, PublishedLists lists, Callable<Settings> settings,
        String folder, Runnable ready) {

    /** A function of the script. */
    @FunctionalInterface
    public interface Listening {
        void call(String method, Object result, Object... arguments);
    }

    private static final long LOADED_AT = System.nanoTime();

    /** Milliseconds since the plugin was loaded. Never goes back, whatever is done to the machine's clock. */
    public double monotonicMs() {
        return (System.nanoTime() - LOADED_AT) / 1e6;
    }

    /**
     * The operator's texts of commands in one language, as Java's properties: a file that is written first
     * where there is none.
     *
     * @param code of the language, such as {@code de}
     */
    public String language(String code) throws IOException {
        String name = "lang/" + code + ".properties";
        return OwnJar.edited(Path.of(folder, name), OwnJar.text(OwnJar.PROGRAM + name));
    }

    /**
     * For the proxy's command trees, which ask on the proxy's threads. A permission plugin that fails gives
     * no right, and {@code failed} is called on the script thread with the permission and the exception.
     */
    public Predicate<CommandSource> permission(String node, Listening failed) {
        return source -> {
            try {
                return source.hasPermission(node);
            } catch (RuntimeException | LinkageError cause) {
                thread.execute(() -> failed.call(node, null, cause));
                return false;
            }
        };
    }

    /**
     * An implementation of a Java interface that may be called on any thread: each call returns at once, and
     * {@code listening} is called on the script thread with the method's name, what it returned, and its
     * arguments.
     *
     * @param result what each call returns, but for one that has to return a future: that is a fresh one
     */
    public Object listener(String type, Object result, Listening listening) throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationHandler handler = (self, method, arguments) -> switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> type + " of the script";
            default -> {
                boolean isAsynchronous = method.getReturnType() == CompletableFuture.class;
                Object returned = isAsynchronous ? new CompletableFuture<>() : result;
                thread.execute(() -> listening.call(method.getName(), returned, arguments));
                yield returned;
            }
        };
        return Proxy.newProxyInstance(loader, new Class<?>[] {loader.loadClass(type)}, handler);
    }
}
