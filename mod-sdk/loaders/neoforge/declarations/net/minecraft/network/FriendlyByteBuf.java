package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network, branch 1.21.1.
 */
public class FriendlyByteBuf extends ByteBuf {
    public FriendlyByteBuf(ByteBuf source) {}

    @Override
    public native int readableBytes();

    @Override
    public native FriendlyByteBuf readBytes(byte[] target);

    @Override
    public native FriendlyByteBuf writeBytes(byte[] source);
}
