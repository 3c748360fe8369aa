package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** Fired when a connection has ended, whether logged in or not. */
public final class DisconnectEvent {
    private final Player player;
    private final LoginStatus loginStatus;

    public DisconnectEvent(Player player, LoginStatus loginStatus) {
        this.player = player;
        this.loginStatus = loginStatus;
    }

    public Player getPlayer() {
        return player;
    }

    public LoginStatus getLoginStatus() {
        return loginStatus;
    }

    /** The state of the login at the end of the connection. */
    public enum LoginStatus {
        SUCCESSFUL_LOGIN,
        CONFLICTING_LOGIN,
        CANCELLED_BY_USER,
        CANCELLED_BY_PROXY,
        CANCELLED_BY_USER_BEFORE_COMPLETE,
        PRE_SERVER_JOIN
    }
}
