package com.velocitypowered.api.event.player.configuration;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;

/**
 * Fired when a player is asked to leave the configuration phase (fact 21 in
 * tools/development-proxy/README.md).
 */
public record PlayerFinishedConfigurationEvent(Player player, ServerConnection server) {}
