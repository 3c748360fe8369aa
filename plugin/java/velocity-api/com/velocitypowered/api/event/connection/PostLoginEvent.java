package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** Fired when a player is logged in and has no server yet. */
public final class PostLoginEvent {
    public PostLoginEvent(Player player) {
    }

    public native Player getPlayer();
}
