package io.netty.channel.local;

import java.net.SocketAddress;

/**
 * Source: netty/netty, transport/src/main/java/io/netty/channel/local/LocalAddress.java, tags
 * netty-4.0.23.Final and netty-4.1.97.Final.
 */
public final class LocalAddress extends SocketAddress {

    private static final long serialVersionUID = 1L;

    public LocalAddress(String id) {}
}
