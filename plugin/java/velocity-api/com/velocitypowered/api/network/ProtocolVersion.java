package com.velocitypowered.api.network;

/** A version of the protocol. */
public final class ProtocolVersion {

    private final int protocol;

    private ProtocolVersion(int protocol) {
        this.protocol = protocol;
    }

    public int getProtocol() {
        return protocol;
    }

    public static ProtocolVersion getProtocolVersion(int protocol) {
        return new ProtocolVersion(protocol);
    }
}
