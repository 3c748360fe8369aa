package com.velocitypowered.api.proxy.messages;

/**
 * The channels whose messages become events (fact 1 in tools/development-proxy/README.md) and are announced
 * to clients (fact 2).
 */
public interface ChannelRegistrar {
    void register(ChannelIdentifier... identifiers);

    void unregister(ChannelIdentifier... identifiers);
}
