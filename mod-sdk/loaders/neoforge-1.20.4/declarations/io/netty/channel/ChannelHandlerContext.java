package io.netty.channel;

/**
 * Source: netty/netty, transport/src/main/java/io/netty/channel/ChannelHandlerContext.java, tag
 * netty-4.1.97.Final.
 */
public interface ChannelHandlerContext {}
