package com.velocitypowered.api.proxy.server;

import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import net.kyori.adventure.audience.Audience;

/** A backend server that the proxy knows. */
public interface RegisteredServer extends ChannelMessageSink, Audience {
    ServerInfo getServerInfo();
}
