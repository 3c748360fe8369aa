package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** The proxy itself; injected. */
public interface ProxyServer {
    Optional<Player> getPlayer(String username);

    Optional<Player> getPlayer(UUID uuid);

    Collection<Player> getAllPlayers();

    int getPlayerCount();

    Collection<RegisteredServer> getAllServers();

    PluginManager getPluginManager();

    EventManager getEventManager();

    CommandManager getCommandManager();

    ChannelRegistrar getChannelRegistrar();

    InetSocketAddress getBoundAddress();
}
