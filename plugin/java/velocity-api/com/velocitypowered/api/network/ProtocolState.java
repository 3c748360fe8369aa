package com.velocitypowered.api.network;

/** The phase that a connection is in. */
public enum ProtocolState {
    HANDSHAKE,
    STATUS,
    LOGIN,
    CONFIGURATION,
    PLAY,
}
