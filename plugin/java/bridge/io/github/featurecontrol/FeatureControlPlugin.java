package io.github.featurecontrol;

import com.google.inject.Inject;
import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;

/** What the proxy instantiates. Starts and stops the bridge, and hands on the events that it needs. */
public final class FeatureControlPlugin {
    private final ProxyServer proxy;
    private final Logger logger;
    private final Path directory;
    private Bridge bridge;

    @Inject
    public FeatureControlPlugin(ProxyServer proxy, Logger logger, @DataDirectory Path directory) {
        this.proxy = proxy;
        this.logger = logger;
        this.directory = directory;
    }

    /** The proxy waits for this before it lets players in, so that all of them find the channel; the script engine starts beside it. */
    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        bridge = new Bridge(this, proxy, logger, directory);
        bridge.start();
    }

    @Subscribe
    public void onShutdown(ProxyShutdownEvent event) {
        bridge.stop();
    }

    /** Not asynchronous: the proxy would start a thread for each message that waits, in no order. */
    @Subscribe(async = false)
    public EventTask onPluginMessage(PluginMessageEvent event) {
        return bridge.channel().receive(event);
    }

    @Subscribe(async = false)
    public void onDisconnect(DisconnectEvent event) {
        bridge.channel().forget(event.getPlayer());
    }
}
