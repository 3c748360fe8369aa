package com.velocitypowered.api.proxy.messages;

/** Where plugin messages come from. */
public interface ChannelMessageSource {
}
