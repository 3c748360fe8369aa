package standin.probe;

import com.google.inject.Inject;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;

/** Answers on {@code probe:echo} with what it sees of the message; lets everything else go its way. */
public final class Probe {
    private static final ChannelIdentifier ECHO = MinecraftChannelIdentifier.create("probe", "echo");
    private static final ChannelIdentifier OBSERVED = MinecraftChannelIdentifier.create("probe", "observed");
    private static final ChannelIdentifier LONG = MinecraftChannelIdentifier.create("probe", "a-name-of-25-characters");

    private final ProxyServer proxy;
    private final Logger log;

    /** Tries what does not work in a constructor (fact 15), and says so. */
    @Inject
    public Probe(ProxyServer proxy, Logger log) {
        this.proxy = proxy;
        this.log = log;
        try {
            proxy.getEventManager().register(this, PluginMessageEvent.class, event -> { });
        } catch (IllegalArgumentException refused) {
            log.info("in the constructor: {}", refused.getMessage());
        }
    }

    @Subscribe
    void onStart(ProxyInitializeEvent event) {
        proxy.getChannelRegistrar().register(ECHO, OBSERVED, new LegacyChannelIdentifier("Old Probe"));
        log.info("started");
    }

    @Subscribe
    void onStop(ProxyShutdownEvent event) {
        proxy.getChannelRegistrar().unregister(ECHO, OBSERVED, new LegacyChannelIdentifier("Old Probe"));
        log.info("stopped");
    }

    @Subscribe(async = false)
    void onMessage(PluginMessageEvent event) {
        String id = event.getIdentifier().getId();
        log.info("{} source={} target={} thread={}", id, event.getSource().getClass().getSimpleName(),
                event.getTarget().getClass().getSimpleName(), Thread.currentThread().getName());
        if (!id.equals(ECHO.getId())) {
            return;
        }
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        Player player = (Player) (event.getSource() instanceof Player ? event.getSource() : event.getTarget());
        boolean tooLong = new String(event.getData(), StandardCharsets.UTF_8).equals("too long");
        player.sendPluginMessage(tooLong ? LONG : ECHO, event.getData());
    }
}
