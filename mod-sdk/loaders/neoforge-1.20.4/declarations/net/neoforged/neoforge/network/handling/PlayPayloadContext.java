package net.neoforged.neoforge.network.handling;

import io.netty.channel.ChannelHandlerContext;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/PlayPayloadContext.java,
 * branch 1.20.4 (8ef74db). The original is a record, of which one component is declared here.
 */
public final class PlayPayloadContext {
    private PlayPayloadContext() {}

    public native ChannelHandlerContext channelHandlerContext();
}
