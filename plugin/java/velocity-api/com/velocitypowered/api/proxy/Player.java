package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import com.velocitypowered.api.proxy.messages.ChannelMessageSource;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import net.kyori.adventure.text.Component;

/** A player on the proxy. */
public interface Player extends CommandSource, InboundConnection, ChannelMessageSource, ChannelMessageSink {
    String getUsername();

    UUID getUniqueId();

    /** Null before the client has sent its settings. */
    Locale getEffectiveLocale();

    /**
     * Empty before the first server has accepted the player (fact 5 in tools/development-proxy/README.md).
     */
    Optional<ServerConnection> getCurrentServer();

    void disconnect(Component reason);

    /** Sends to the client. Returns true even if the client does not listen on the channel (fact 12). */
    @Override
    boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data);
}
