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
 * The platform that the script runs on.
 *
 * @param thread the script thread, for timers and for callbacks of asynchronous calls
 * @param settings reads the settings again; {@link Reason} converts its exceptions to one line for the
 * operator
 * @param folder path of the plugin's folder; a string, as the script has no access to files
 * @param ready starts the delivery of packets to the script, beginning with the queued ones
 */
public record ScriptHost(
        Object plugin, ProxyServer proxy, Logger logger, ScriptThread thread, ChannelBridge channel,
        ModChannels modChannels, PublishedLists lists, Callable<Settings> settings,
        String folder, Runnable ready) {

    /** A function of the script. */
    @FunctionalInterface
    public interface ScriptFunction {
        void call(String method, Object result, Object... arguments);
    }

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
     * thread with the permission and the exception.
     */
    public Predicate<CommandSource> permission(String node, ScriptFunction failed) {
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
     * Creates an implementation of a Java interface that may be called on any thread. Each call returns
     * immediately; {@code target} is called on the script thread with the method's name, the returned
     * value, and the arguments.
     *
     * @param result the value that each call returns; a method that returns a future returns a new one
     * instead
     */
    public Object listener(String type, Object result, ScriptFunction target) throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationHandler handler = (self, method, arguments) -> switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> type + " of the script";
            default -> {
                boolean isAsynchronous = method.getReturnType() == CompletableFuture.class;
                Object returned = isAsynchronous ? new CompletableFuture<>() : result;
                thread.execute(() -> target.call(method.getName(), returned, arguments));
                yield returned;
            }
        };
        return Proxy.newProxyInstance(loader, new Class<?>[] {loader.loadClass(type)}, handler);
    }
}
