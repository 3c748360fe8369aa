package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** Fired when a connection has ended, whether logged in or not. */
public final class DisconnectEvent {

    private final Player player;

    public DisconnectEvent(Player player, LoginStatus loginStatus) {
        this.player = player;
    }

    public Player getPlayer() {
        return player;
    }

    /** The state of the login at the end of the connection. */
    public enum LoginStatus {
        SUCCESSFUL_LOGIN,
    }
}
