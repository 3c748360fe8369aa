package io.netty.channel;

/**
 * Source: netty/netty, transport/src/main/java/io/netty/channel/ChannelFuture.java, tags netty-4.0.23.Final
 * and netty-4.1.97.Final.
 */
public interface ChannelFuture {}
