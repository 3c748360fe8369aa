package io.github.featurecontrol;

import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;

/**
 * From the plugin's start to its stop. The channel is opened while the proxy waits; libraries, engine and script are started on the script thread, while packets
 * queue for them. Whatever fails here leaves the plugin off and the proxy running.
 */
public final class Bridge {
    /** How long requests that are under way may take when the proxy stops. */
    private static final long DRAIN_MS = 2000;
    /** And how long giving back the engine and Redis may take after that. */
    private static final long RELEASE_MS = 3000;

    private final Object plugin;
    private final ProxyServer proxy;
    private final Logger logger;
    private final Path directory;
    private final ScriptThread thread = new ScriptThread("feature-control script");
    private final ChannelBridge channel;
    private volatile Libraries libraries;
    private volatile MavenRepository repository = MavenRepository.NONE;
    private IsolatedClassLoader loader;
    private ScriptProgram program;

    Bridge(Object plugin, ProxyServer proxy, Logger logger, Path directory) {
        this.plugin = plugin;
        this.proxy = proxy;
        this.logger = logger;
        this.directory = directory;
        this.channel = new ChannelBridge(proxy.getChannelRegistrar(), thread);
    }

    void start() {
        try {
            libraries = new Libraries(directory.resolve("libraries"), logger);
            Settings settings = readSettings();
            repository = MavenRepository.named(settings);
            openChannel(settings);
            thread.execute(() -> startScript(settings));
        } catch (IOException cause) {
            turnOff(Reason.of(cause));
        }
    }

    private void openChannel(Settings settings) {
        try {
            channel.open(settings);
        } catch (IllegalArgumentException cause) {
            logger.debug("The channel cannot be opened, and the script will say why", cause);
        }
    }

    /** Returns when everything is given back, or when that takes too long. */
    void stop() {
        channel.close();
        if (thread.isStopped()) return;
        repository.close();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        long drainUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MS);
        thread.execute(() -> stopWhenDrained(drainUntil, stopped));
        await(stopped, DRAIN_MS + RELEASE_MS);
        CompletableFuture<Void> released = new CompletableFuture<>();
        thread.execute(() -> {
            release();
            released.complete(null);
        });
        await(released, RELEASE_MS);
    }

    /** Reads the configuration (again). @throws IOException whose message is one line for the operator */
    public Settings readSettings() throws IOException {
        try (IsolatedClassLoader settingsLoader = libraries.open("settings", MavenRepository.NONE)) {
            return settingsLoader.create(SettingsReader.class, "TomlSettingsReader").read(directory.resolve("config.toml"));
        }
    }

    /** Called on the script thread, when the script can answer. */
    public void deliverPackets() {
        thread.receiveWith(this::deliver);
    }

    /** A script that fails at one packet is given the next. */
    private void deliver(Packet packet) {
        try {
            program.receive(packet);
        } catch (RuntimeException cause) {
            logger.error("The script failed at a packet, which stays unanswered", cause);
        }
    }

    public Object plugin() {
        return plugin;
    }

    public ProxyServer proxy() {
        return proxy;
    }

    public Logger logger() {
        return logger;
    }

    public ScriptThread thread() {
        return thread;
    }

    public ChannelBridge channel() {
        return channel;
    }

    private void startScript(Settings settings) {
        try {
            loader = libraries.open("engine", repository);
            Thread.currentThread().setContextClassLoader(loader);
            program = loader.create(ScriptProgram.class, "ScriptEngine");
            program.start(this, settings);
            libraries.removeOthers();
        } catch (CancellationException stopping) {
            logger.info("The next start fetches what is missing of the libraries");
        } catch (IOException | IllegalArgumentException cause) {
            turnOff(Reason.of(cause));
        } catch (RuntimeException | LinkageError cause) {
            logger.error("The script engine did not start", cause);
            turnOff("see the error above");
        }
    }

    private void stopWhenDrained(long drainUntil, CompletableFuture<Void> stopped) {
        long drainMs = TimeUnit.NANOSECONDS.toMillis(drainUntil - System.nanoTime());
        if (program == null) stopped.complete(null);
        else if (thread.queuedPackets() > 0 && drainMs > 0) thread.schedule(() -> stopWhenDrained(drainUntil, stopped), 1);
        else program.stop(Math.max(0, drainMs)).whenComplete((nothing, cause) -> stopped.complete(null));
    }

    private void turnOff(String reason) {
        logger.error("feature-control is off: {}", reason);
        channel.close();
        thread.execute(this::release);
    }

    private void release() {
        try {
            if (program != null) program.close();
            if (loader != null) loader.close();
        } catch (IOException cause) {
            logger.warn("A library could not be closed: {}", cause.getMessage());
        }
        program = null;
        thread.stop();
    }

    private void await(CompletableFuture<Void> done, long timeoutMs) {
        try {
            done.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException cause) {
            logger.warn("The script did not stop within {} ms", timeoutMs);
        } catch (ExecutionException cause) {
            throw new IllegalStateException(cause);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
        }
    }
}
