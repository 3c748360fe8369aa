package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import com.velocitypowered.api.scheduler.Scheduler;
import com.velocitypowered.api.util.ProxyVersion;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import net.kyori.adventure.audience.Audience;

/** The proxy itself; injected. */
public interface ProxyServer extends Audience {
    void shutdown();

    Optional<Player> getPlayer(String username);

    Optional<Player> getPlayer(UUID uuid);

    Collection<Player> getAllPlayers();

    int getPlayerCount();

    Optional<RegisteredServer> getServer(String name);

    Collection<RegisteredServer> getAllServers();

    RegisteredServer registerServer(ServerInfo server);

    void unregisterServer(ServerInfo server);

    ConsoleCommandSource getConsoleCommandSource();

    PluginManager getPluginManager();

    EventManager getEventManager();

    CommandManager getCommandManager();

    Scheduler getScheduler();

    ChannelRegistrar getChannelRegistrar();

    ProxyVersion getVersion();

    InetSocketAddress getBoundAddress();
}
