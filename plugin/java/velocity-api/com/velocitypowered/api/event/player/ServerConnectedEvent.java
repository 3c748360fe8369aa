package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Optional;

/** Fired when a server has accepted the player, before the player is moved to it. */
public final class ServerConnectedEvent {
    public ServerConnectedEvent(Player player, RegisteredServer server, RegisteredServer previousServer) {
    }

    public native Player getPlayer();

    public native RegisteredServer getServer();

    public native Optional<RegisteredServer> getPreviousServer();
}
