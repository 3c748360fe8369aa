package bench;

import com.google.inject.Inject;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.util.Base64;
import org.slf4j.Logger;

/**
 * Generates load inside the proxy, so that the figures include only the plugin under test. The console
 * command {@code bench <players> <in flight> <seconds> <content in base64>} logs its result as one line of
 * JSON. The bench plugin also has its own channel, which to the plugin under test is any other channel.
 */
public final class BenchPlugin {
    private static final MinecraftChannelIdentifier OTHER = MinecraftChannelIdentifier.create("bench", "other");

    private final ProxyServer proxy;
    private final Logger logger;

    @Inject
    public BenchPlugin(ProxyServer proxy, Logger logger) {
        this.proxy = proxy;
        this.logger = logger;
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        proxy.getChannelRegistrar().register(OTHER);
        CommandManager commands = proxy.getCommandManager();
        commands.register(commands.metaBuilder("bench").plugin(this).build(), (SimpleCommand) this::run);
    }

    @Subscribe(async = false)
    public void onPluginMessage(PluginMessageEvent event) {
        if (event.getIdentifier().getId().equals(OTHER.getId())) {
            event.setResult(PluginMessageEvent.ForwardResult.handled());
        }
    }

    private void run(SimpleCommand.Invocation invocation) {
        String[] arguments = invocation.arguments();
        ClosedLoop loop = new ClosedLoop(
                proxy.getEventManager(), Integer.parseInt(arguments[0]), Base64.getDecoder().decode(arguments[3]));
        int inFlight = Integer.parseInt(arguments[1]);
        double seconds = Double.parseDouble(arguments[2]);
        Thread thread = new Thread(() -> logger.info("result {}", loop.run(inFlight, seconds)), "bench load");
        thread.setDaemon(true);
        thread.start();
    }
}
