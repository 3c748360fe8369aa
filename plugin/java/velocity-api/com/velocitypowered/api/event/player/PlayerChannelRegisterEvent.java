package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.util.List;

/** Fired when a client registers channels. */
public final class PlayerChannelRegisterEvent {

    private final Player player;
    private final List<ChannelIdentifier> channels;

    public PlayerChannelRegisterEvent(Player player, List<ChannelIdentifier> channels) {
        this.player = player;
        this.channels = List.copyOf(channels);
    }

    public Player getPlayer() {
        return player;
    }

    public List<ChannelIdentifier> getChannels() {
        return channels;
    }
}
