package com.velocitypowered.api.proxy;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.network.ProtocolVersion;
import java.net.InetSocketAddress;

/** A connection from a client. */
public interface InboundConnection {
    InetSocketAddress getRemoteAddress();

    boolean isActive();

    ProtocolVersion getProtocolVersion();

    ProtocolState getProtocolState();
}
