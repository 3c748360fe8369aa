package net.neoforged.neoforge.network.handling;

import io.netty.channel.ChannelHandlerContext;

/**
 * Read in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/PlayPayloadContext.java,
 * branch 1.20.4 (8ef74db). A record there, of which one component is named here.
 */
public final class PlayPayloadContext {
    private PlayPayloadContext() {}

    public native ChannelHandlerContext channelHandlerContext();
}
