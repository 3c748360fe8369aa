package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;

/** Fired when the player is on the server, in PLAY (fact 14 in tools/development-proxy/README.md). */
public class ServerPostConnectEvent {
    public ServerPostConnectEvent(Player player, RegisteredServer previousServer) {
    }

    public native Player getPlayer();

    /** Null at the first join. */
    public native RegisteredServer getPreviousServer();
}
