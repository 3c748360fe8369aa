package com.velocitypowered.api.network;

import com.velocitypowered.api.util.Ordered;

/** A protocol version. Declares only the constants on which our behaviour depends. */
public enum ProtocolVersion implements Ordered<ProtocolVersion> {
    UNKNOWN,
    LEGACY,
    /**
     * Protocol 393, the first with channel names of more than 20 characters (fact 11 in
     * tools/development-proxy/README.md).
     */
    MINECRAFT_1_13,
    /** Protocol 764, the first with the configuration phase (fact 6). */
    MINECRAFT_1_20_2;

    /** The number that the client sends in its handshake. */
    public native int getProtocol();
}
