package net.minecraft.network;

import io.netty.buffer.ByteBuf;
import loaders.WrappedBuffer;

public class PacketBuffer extends WrappedBuffer {

    public PacketBuffer(ByteBuf wrapped) {
        super(wrapped);
    }
}
