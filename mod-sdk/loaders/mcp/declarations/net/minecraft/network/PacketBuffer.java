package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * MCP's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/ByteBufUtils.java, branches 1.8.9 (d06e0ad) and 1.12.x
 * (d3f0184), and src/main/java/net/minecraftforge/fml/common/network/PacketLoggingHandler.java, branch
 * 1.16.x (54233da).
 */
public class PacketBuffer extends ByteBuf {

    public PacketBuffer(ByteBuf wrapped) {}

    @Override
    public native int readableBytes();

    @Override
    public native ByteBuf readBytes(byte[] target);

    @Override
    public native ByteBuf writeBytes(byte[] source);
}
