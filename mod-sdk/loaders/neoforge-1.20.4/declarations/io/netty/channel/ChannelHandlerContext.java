package io.netty.channel;

/** Read in netty/netty, transport/src/main/java/io/netty/channel/ChannelHandlerContext.java, branch 4.1. */
public interface ChannelHandlerContext {}
