package com.velocitypowered.api.proxy.messages;

/**
 * A channel's name. Compare {@link #getId()}: the two kinds are never equal (fact 9 in
 * tools/development-proxy/README.md).
 */
public interface ChannelIdentifier {
    String getId();
}
