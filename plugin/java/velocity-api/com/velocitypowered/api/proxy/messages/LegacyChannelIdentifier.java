package com.velocitypowered.api.proxy.messages;

/** A channel with an arbitrary name, as used by clients before 1.13. */
public final class LegacyChannelIdentifier implements ChannelIdentifier {
    public LegacyChannelIdentifier(String name) {
    }

    public native String getName();

    @Override
    public native String getId();
}
