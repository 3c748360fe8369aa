package standin.probe;

import com.google.inject.Inject;
import com.velocitypowered.api.event.Continuation;
import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.player.configuration.PlayerEnterConfigurationEvent;
import com.velocitypowered.api.event.player.configuration.PlayerFinishedConfigurationEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;

/**
 * A plugin for tests of the proxy's behaviour. It executes the text of a message on {@code probe:echo} if it
 * is one of the known instructions. Otherwise it answers: JSON with the same JSON, and other text with the
 * handler's view of the message. It does not handle messages on {@code probe:observed}.
 */
public final class Probe {
    private static final ChannelIdentifier ECHO = MinecraftChannelIdentifier.create("probe", "echo");
    private static final ChannelIdentifier OBSERVED = MinecraftChannelIdentifier.create("probe", "observed");
    private static final ChannelIdentifier LONG = MinecraftChannelIdentifier.create("probe", "a-name-that-is-long");
    private static final ChannelIdentifier OLD = new LegacyChannelIdentifier("Old Probe");

    /** The instruction to register the channel that follows with a legacy identifier. */
    private static final String LEGACY_IDENTIFIER = "legacy identifier of ";

    private final ProxyServer proxy;
    private final Logger log;
    private final Queue<Continuation> heldEvents = new ConcurrentLinkedQueue<>();

    @Inject
    public Probe(ProxyServer proxy, Logger log) {
        this.proxy = proxy;
        this.log = log;
    }

    @Subscribe
    void onStart(ProxyInitializeEvent event) {
        proxy.getChannelRegistrar().register(ECHO, OBSERVED, OLD);
        log.info("started");
    }

    @Subscribe
    void onStop(ProxyShutdownEvent event) {
        proxy.getChannelRegistrar().unregister(ECHO, OBSERVED, OLD);
        log.info("stopped");
    }

    @Subscribe
    void onServer(ServerPostConnectEvent event) {
        Player player = event.getPlayer();
        log.info("{} is on {} in {}", player.getUsername(), serverOf(player), player.getProtocolState());
    }

    @Subscribe
    void onEnterConfiguration(PlayerEnterConfigurationEvent event) {
        Player player = event.player();
        log.info("{} enters the configuration phase on {} in {}",
                player.getUsername(), serverOf(player), player.getProtocolState());
    }

    @Subscribe
    void onFinishedConfiguration(PlayerFinishedConfigurationEvent event) {
        Player player = event.player();
        log.info("{} has finished the configuration phase on {}", player.getUsername(), serverOf(player));
    }

    @Subscribe
    void onLeave(DisconnectEvent event) {
        log.info("{} left", event.getPlayer().getUsername());
    }

    @Subscribe(async = false)
    void onMessage(PluginMessageEvent event) {
        event.getData()[0] = 0;
        if (!event.getIdentifier().getId().equals(ECHO.getId())) {
            return;
        }
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        Player player = (Player) (event.getSource() instanceof Player ? event.getSource() : event.getTarget());
        String text = new String(event.getData(), StandardCharsets.UTF_8);
        if (text.startsWith(LEGACY_IDENTIFIER)) {
            String id = text.substring(LEGACY_IDENTIFIER.length());
            proxy.getChannelRegistrar().register(new LegacyChannelIdentifier(id));
            return;
        }
        switch (text) {
            case "long channel" -> log.info("sent: {}", player.sendPluginMessage(LONG, event.getData()));
            case "release" -> heldEvents.forEach(Continuation::resume);
            default -> {
                String answer = text.startsWith("{") ? text : describe(event, player);
                player.sendPluginMessage(ECHO, answer.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Delays the end of an event until the instruction {@code release}. */
    @Subscribe
    EventTask onHold(PluginMessageEvent event) {
        boolean hold = new String(event.getData(), StandardCharsets.UTF_8).equals("hold");
        return hold ? EventTask.withContinuation(heldEvents::add) : null;
    }

    private static String describe(PluginMessageEvent event, Player player) {
        return String.join(" ",
                event.getSource() instanceof Player ? "from-player" : "from-server",
                serverOf(player),
                player.getProtocolState().name());
    }

    private static String serverOf(Player player) {
        return player.getCurrentServer().map(server -> server.getServerInfo().getName()).orElse("no-server");
    }
}
