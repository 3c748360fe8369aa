package com.velocitypowered.api.proxy.messages;

/** A channel with a free name, as clients before 1.13 use them. */
public final class LegacyChannelIdentifier implements ChannelIdentifier {
    public LegacyChannelIdentifier(String name) {
    }

    public native String getName();

    @Override
    public native String getId();
}
