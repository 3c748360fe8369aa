package com.velocitypowered.api.proxy.messages;

/** A sender of plugin messages. */
public interface ChannelMessageSource {}
