package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.util.List;

/** Fired when a client registers the channels that it listens on. */
public final class PlayerChannelRegisterEvent {
    public PlayerChannelRegisterEvent(Player player, List<ChannelIdentifier> channels) {
    }

    public native Player getPlayer();

    public native List<ChannelIdentifier> getChannels();
}
