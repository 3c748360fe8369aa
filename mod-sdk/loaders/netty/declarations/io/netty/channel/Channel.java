package io.netty.channel;

import java.net.SocketAddress;

/**
 * Source: netty/netty, transport/src/main/java/io/netty/channel/Channel.java, tags netty-4.0.23.Final and
 * netty-4.1.97.Final; writeAndFlush is inherited there from 4.1 on.
 */
public interface Channel {
    boolean isOpen();

    SocketAddress remoteAddress();

    ChannelFuture writeAndFlush(Object message);
}
