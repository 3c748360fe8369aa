package com.velocitypowered.api.network;

import com.velocitypowered.api.util.Ordered;

/** A version of the protocol. Only the constants at which something of ours changes are declared. */
public enum ProtocolVersion implements Ordered<ProtocolVersion> {
    UNKNOWN,
    LEGACY,
    /** Protocol 393: channel names may be longer than 20 characters from here on (fact 11). */
    MINECRAFT_1_13,
    /** Protocol 764: the configuration phase exists from here on (fact 6). */
    MINECRAFT_1_20_2;

    /** The number that the client sends in its handshake. */
    public native int getProtocol();

    public native boolean isUnknown();

    public native boolean isLegacy();
}
