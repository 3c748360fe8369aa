package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * Mojang's name, as used in MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network, branches
 * 1.19.x (fb7e448), 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public class FriendlyByteBuf extends ByteBuf {
    public FriendlyByteBuf(ByteBuf source) {}

    @Override
    public native int readableBytes();

    @Override
    public native ByteBuf readBytes(byte[] target);

    @Override
    public native ByteBuf writeBytes(byte[] source);
}
