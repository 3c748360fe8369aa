package com.velocitypowered.api.proxy.messages;

/** Where plugin messages go to. */
public interface ChannelMessageSink {
    boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data);
}
