package net.neoforged.neoforge.network.handling;

import io.netty.channel.ChannelHandlerContext;

public record PlayPayloadContext(ChannelHandlerContext channelHandlerContext) {}
