package net.minecraft;

import io.netty.buffer.ByteBuf;

/**
 * PacketByteBuf. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/PacketByteBuf.mapping, branches 1.16.2 (e316e84), 1.20.4 (f7f320f), 1.20.6
 * (dd1b60f) and 1.21.1 (33ac431).
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
