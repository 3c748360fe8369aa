package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** Fired when a player has left the proxy. */
public final class DisconnectEvent {
    public DisconnectEvent(Player player, LoginStatus loginStatus) {
    }

    public native Player getPlayer();

    /** The stage of the login at the disconnect. */
    public enum LoginStatus {
        SUCCESSFUL_LOGIN,
        CONFLICTING_LOGIN,
        CANCELLED_BY_USER,
        CANCELLED_BY_PROXY,
        CANCELLED_BY_USER_BEFORE_COMPLETE,
        PRE_SERVER_JOIN
    }
}
