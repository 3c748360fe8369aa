package io.netty.channel.local;

import java.net.SocketAddress;

/**
 * Read in netty/netty, transport/src/main/java/io/netty/channel/local/LocalAddress.java, tag
 * netty-4.0.23.Final.
 */
public final class LocalAddress extends SocketAddress {
    private static final long serialVersionUID = 1L;

    public LocalAddress(String id) {}
}
