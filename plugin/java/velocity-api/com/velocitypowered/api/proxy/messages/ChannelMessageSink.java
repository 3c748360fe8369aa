package com.velocitypowered.api.proxy.messages;

/** A receiver of plugin messages. */
public interface ChannelMessageSink {
    boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data);
}
