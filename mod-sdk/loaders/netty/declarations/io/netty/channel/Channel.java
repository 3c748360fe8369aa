package io.netty.channel;

import java.net.SocketAddress;

/** Read in netty/netty, transport/src/main/java/io/netty/channel/Channel.java, tag netty-4.0.23.Final. */
public interface Channel {
    boolean isOpen();

    SocketAddress remoteAddress();

    ChannelFuture writeAndFlush(Object message);
}
