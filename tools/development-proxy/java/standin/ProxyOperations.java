package standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.proxy.Player;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import net.kyori.adventure.text.Component;
import standin.control.ReportingOutput;
import standin.load.EventOperations;
import standin.load.LoadOperations;

/** Operations of the stand-in's driver on the proxy as a whole. */
final class ProxyOperations implements Function<JsonObject, CompletableFuture<JsonElement>> {

    private final HostedProxy proxy;
    private final LoadOperations load;
    private final EventOperations events;

    ProxyOperations(HostedProxy proxy, ReportingOutput output) {
        this.proxy = proxy;
        this.load = new LoadOperations(proxy::session, output, StandInThreads.pool());
        this.events = new EventOperations(proxy::session, output);
    }

    @Override
    public CompletableFuture<JsonElement> apply(JsonObject request) {
        return switch (Operations.text(request, "op")) {
            case "start" -> start(request).thenApply(unused -> null);
            case "stop" -> stop().thenApply(unused -> null);
            case "load" -> load.load(request);
            case "watchEvents" -> {
                events.watch(request);
                yield CompletableFuture.completedFuture(null);
            }
            case "takeEvents" -> CompletableFuture.completedFuture(events.take());
            case "clock" -> CompletableFuture.completedFuture(new JsonPrimitive(System.currentTimeMillis()));
            case "cpuTime" -> CompletableFuture.completedFuture(CpuTime.read(request));
            case "threads" -> CompletableFuture.completedFuture(threads());
            case "systemProperties" -> CompletableFuture.completedFuture(systemProperties());
            case "usage" -> CompletableFuture.supplyAsync(this::usage, StandInThreads.pool());
            default -> throw new IllegalArgumentException("unknown operation " + request.get("op"));
        };
    }

    /**
     * Loads plugins, registers their main objects, then initializes them, as Velocity does before it listens.
     */
    private CompletableFuture<ProxyInitializeEvent> start(JsonObject request) {
        List<PluginContainer> loaded = new ArrayList<>();
        for (JsonElement jar : request.getAsJsonArray("jars")) {
            try {
                loaded.add(proxy.plugins().load(Path.of(jar.getAsString()), proxy));
            } catch (Exception | LinkageError error) {
                throw new CompletionException("cannot load " + jar.getAsString() + ": " + error, error);
            }
        }
        loaded.forEach(plugin -> proxy.events().registerMethods(plugin, plugin.getInstance().orElseThrow()));
        return proxy.events().fire(new ProxyInitializeEvent());
    }

    /** Disconnects all players, shuts the plugins down and unloads them; {@link #start} may follow. */
    CompletableFuture<Void> stop() {
        for (Player player : proxy.getAllPlayers()) {
            player.disconnect(Component.text("Proxy shutting down."));
        }
        return proxy
            .events()
            .fire(new ProxyShutdownEvent())
            .thenAcceptAsync(unused -> {
                for (PluginContainer plugin : proxy.plugins().getPlugins()) {
                    unload(plugin);
                }
            }, StandInThreads.pool());
    }

    private void unload(PluginContainer plugin) {
        Object instance = plugin.getInstance().orElseThrow();
        proxy.events().unregisterListeners(plugin);
        proxy.commands().unregisterAllOf(instance);
        try {
            proxy.plugins().unload(plugin.getDescription().getId());
        } catch (Exception error) {
            throw new CompletionException(error);
        }
    }

    private static JsonElement threads() {
        JsonArray threads = new JsonArray();
        Thread.getAllStackTraces()
            .keySet()
            .stream()
            .map(Thread::getName)
            .filter(name -> !StandInThreads.isOwn(name))
            .sorted()
            .forEach(threads::add);
        return threads;
    }

    private static JsonElement systemProperties() {
        JsonObject properties = new JsonObject();
        System.getProperties().forEach((name, value) ->
            properties.addProperty((String) name, (String) value)
        );
        return properties;
    }

    /** Returns the memory in use after a full GC, and the peak number of threads. */
    private JsonElement usage() {
        System.gc();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        JsonObject result = new JsonObject();
        result.addProperty("heapBytes", heap.getUsed());
        result.addProperty("peakThreads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
        ManagementFactory.getThreadMXBean().resetPeakThreadCount();
        return result;
    }
}
