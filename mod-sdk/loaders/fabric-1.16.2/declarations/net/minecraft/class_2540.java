package net.minecraft;

import io.netty.buffer.ByteBuf;

/**
 * PacketByteBuf. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/PacketByteBuf.mapping, branches 1.16.2 to 1.20.4.
 */
public class class_2540 extends ByteBuf {
    public class_2540(ByteBuf parent) {}

    @Override
    public native int readableBytes();

    @Override
    public native ByteBuf readBytes(byte[] target);

    @Override
    public native ByteBuf writeBytes(byte[] source);
}
