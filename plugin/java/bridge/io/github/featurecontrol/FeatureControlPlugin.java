package io.github.featurecontrol;

import com.google.inject.Inject;
import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.player.PlayerChannelRegisterEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import io.github.featurecontrol.api.FeatureControlApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;

/**
 * The plugin's main class, instantiated by the proxy. It opens the channel while the proxy waits for the
 * initialization. Libraries, engine and script are started on the script thread; until then packets are
 * queued. A failure turns the plugin off, and never stops the proxy.
 */
public final class FeatureControlPlugin implements FeatureControlApi.Provider {

    /** How long requests in flight may take when the proxy stops. */
    private static final long DRAIN_MS = 2000;
    /** How long closing the engine and the connections to Redis may take after that. */
    private static final long RELEASE_MS = 3000;

    private final Logger logger;
    private final Path directory;
    private final ScriptThread thread;
    private final ChannelBridge channel;
    private final ModChannels modChannels;
    private final ScriptHost host;
    private volatile MavenRepository repository = MavenRepository.NONE;
    private Libraries libraries;
    private IsolatedClassLoader loader;
    /** Null until the script has started. */
    private ScriptProgram program;

    @Inject
    public FeatureControlPlugin(ProxyServer proxy, Logger logger, @DataDirectory Path directory) {
        this.logger = logger;
        this.directory = directory;
        thread = new ScriptThread(logger);
        channel = new ChannelBridge(proxy.getChannelRegistrar(), thread);
        modChannels = new ModChannels(proxy.getChannelRegistrar(), thread);
        host = new ScriptHost(
            this,
            proxy,
            logger,
            thread,
            channel,
            modChannels,
            new PublishedLists(thread),
            this::readSettings,
            directory.toString(),
            () -> thread.deliverTo(packet -> program.receive(packet))
        );
    }

    @Override
    public FeatureControlApi api() {
        return host.lists().use();
    }

    /**
     * Opens the channel, and starts the engine in the background. The proxy waits for this method before it
     * accepts players, so that the channel is registered for all of them.
     */
    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        try {
            libraries = new Libraries(directory.resolve("libraries"), logger);
            Settings settings = readSettings();
            repository = MavenRepository.named(settings);
            openChannel(settings);
            thread.execute(() -> startScript(settings));
        } catch (IOException | ReflectiveOperationException | IllegalArgumentException | LinkageError cause) {
            turnOff(Reason.of(cause));
        }
    }

    /** Returns when all resources are released, or after a timeout. */
    @Subscribe
    public void onShutdown(ProxyShutdownEvent event) throws InterruptedException {
        channel.close();
        repository.close();
        thread.execute(this::stopScript);
        if (!thread.endsWithin(DRAIN_MS + 2 * RELEASE_MS)) {
            logger.warn("The plugin's JavaScript did not stop and is abandoned");
        }
    }

    /** Not asynchronous, as the proxy would run each message on a thread of its pool, in no defined order. */
    @Subscribe(async = false)
    public EventTask onPluginMessage(PluginMessageEvent event) {
        modChannels.receive(event);
        return channel.receive(event);
    }

    /** Not asynchronous, for the same reason. */
    @Subscribe(async = false)
    public void onChannelRegister(PlayerChannelRegisterEvent event) {
        modChannels.receive(event);
    }

    private Settings readSettings() throws IOException, ReflectiveOperationException {
        try (IsolatedClassLoader settingsLoader = libraries.open("settings", MavenRepository.NONE)) {
            SettingsReader reader = settingsLoader.create(SettingsReader.class, "TomlSettingsReader");
            return reader.read(directory.resolve("config.toml"));
        }
    }

    private void openChannel(Settings settings) {
        try {
            channel.open(settings);
        } catch (RuntimeException cause) {
            logger.debug("The channel cannot be opened; the script logs the reason", cause);
        }
    }

    private void startScript(Settings settings) {
        try {
            loader = libraries.open("engine", repository);
            Thread.currentThread().setContextClassLoader(loader);
            ScriptProgram starting = loader.create(ScriptProgram.class, "ScriptEngine");
            starting.start(host, settings);
            program = starting;
            libraries.removeOutdated();
        } catch (CancellationException stopping) {
            logger.info("Stopped while downloading libraries; the next start downloads the rest");
        } catch (IOException | IllegalArgumentException cause) {
            turnOff(Reason.of(cause));
        } catch (ReflectiveOperationException | RuntimeException | Error cause) {
            if (Reason.isUnsafeDenied(cause)) {
                turnOff(
                    "this JVM denies sun.misc.Unsafe, which the script engine needs: start it with the module " +
                        "jdk.unsupported and --sun-misc-unsafe-memory-access=allow"
                );
            } else {
                logger.error("The script engine did not start", cause);
                turnOff(Reason.of(cause));
            }
        }
    }

    private void stopScript() {
        // The timeout begins here, as a stop must wait until a start of the script has ended.
        thread.schedule(() -> turnOff("its script did not stop in time"), DRAIN_MS + RELEASE_MS);
        if (program == null) {
            release();
        } else {
            program.stop(DRAIN_MS, () -> thread.execute(this::release));
        }
    }

    private void turnOff(String reason) {
        channel.close();
        logger.error("feature-control is off: {}", reason);
        if (program == null) {
            new OffCommand(reason).register(this, host.proxy().getCommandManager());
        }
        thread.execute(this::release);
    }

    private void release() {
        IsolatedClassLoader opened = loader;
        try (opened) {
            if (program != null) {
                program.close();
            }
        } catch (IOException cause) {
            logger.warn("A library could not be closed: {}", cause.getMessage());
        }
        thread.stop();
    }
}
