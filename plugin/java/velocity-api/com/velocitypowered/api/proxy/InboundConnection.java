package com.velocitypowered.api.proxy;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.network.ProtocolVersion;

/** A connection from a client. */
public interface InboundConnection {
    boolean isActive();

    ProtocolVersion getProtocolVersion();

    ProtocolState getProtocolState();
}
