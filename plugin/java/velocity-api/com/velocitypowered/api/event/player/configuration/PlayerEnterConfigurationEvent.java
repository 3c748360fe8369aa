package com.velocitypowered.api.event.player.configuration;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;

/**
 * Fired, and awaited, before a player in PLAY is asked to enter the configuration phase (fact 21 in
 * tools/development-proxy/README.md).
 */
public record PlayerEnterConfigurationEvent(Player player, ServerConnection server) {}
