package io.netty.channel;

/**
 * Read in netty/netty, transport/src/main/java/io/netty/channel/ChannelFuture.java, tag netty-4.0.23.Final.
 */
public interface ChannelFuture {}
