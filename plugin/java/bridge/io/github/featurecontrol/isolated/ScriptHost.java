package io.github.featurecontrol.isolated;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.proxy.ProxyServer;
import io.github.featurecontrol.Bridge;
import io.github.featurecontrol.ChannelCounters;
import io.github.featurecontrol.Settings;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Predicate;
import org.graalvm.polyglot.Value;
import org.slf4j.Logger;

/** What the script has in place of a platform: its thread as an executor, timers, listeners, the log, and the way to the proxy. */
public final class ScriptHost {
    private final Bridge bridge;

    ScriptHost(Bridge bridge) {
        this.bridge = bridge;
    }

    /** Runs what it is given on the script thread: where callbacks of asynchronous calls belong. */
    public Executor executor() {
        return bridge.thread();
    }

    /** Calls {@code action} once on the script thread. @return cancels it */
    public Runnable after(long delayMs, Runnable action) {
        ScheduledFuture<?> call = bridge.thread().schedule(() -> run(action), delayMs);
        return () -> call.cancel(false);
    }

    /** Never goes back, whatever is done to the machine's clock. */
    public double monotonicMs() {
        return System.nanoTime() / 1e6;
    }

    /**
     * An implementation of a Java interface for whoever calls it, on whatever thread: each call returns at once, and {@code action} is called on the script thread
     * with the method's name and its arguments.
     *
     * @param result what each call returns; a call that has to return a future returns one, which is the last argument of {@code action}
     */
    public Object listener(String interfaceName, Object result, Value action) throws ClassNotFoundException {
        ClassLoader loader = ScriptHost.class.getClassLoader();
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) return answerAsObject(self, method, arguments);
            boolean asksForFuture = method.getReturnType() == CompletableFuture.class;
            Object answer = asksForFuture ? new CompletableFuture<>() : result;
            List<Object> told = new ArrayList<>(List.of(method.getName()));
            told.addAll(Arrays.asList(arguments));
            if (asksForFuture) told.add(answer);
            bridge.thread().execute(() -> run(() -> action.executeVoid(told.toArray())));
            return answer;
        };
        return Proxy.newProxyInstance(loader, new Class<?>[] {loader.loadClass(interfaceName)}, handler);
    }

    /** For the proxy's command trees, which ask on the proxy's threads. */
    public Predicate<CommandSource> permission(String node) {
        return source -> source.hasPermission(node);
    }

    public Settings readSettings() throws IOException {
        return bridge.readSettings();
    }

    /** From now on packets are handed to the script, those first that have waited. */
    public void ready() {
        bridge.deliverPackets();
    }

    /** Opens the channel as these settings say. They have been judged. */
    public void openChannel(Settings settings) {
        bridge.channel().open(settings);
    }

    public ChannelCounters counters() {
        return bridge.channel().counters();
    }

    /** Packets that wait for the script. */
    public int queuedPackets() {
        return bridge.thread().queuedPackets();
    }

    public Logger logger() {
        return bridge.logger();
    }

    public ProxyServer proxy() {
        return bridge.proxy();
    }

    public Object plugin() {
        return bridge.plugin();
    }

    private void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException cause) {
            bridge.logger().error("The script failed", cause);
        }
    }

    private static Object answerAsObject(Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "a listener of the script";
        };
    }
}
