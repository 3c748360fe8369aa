package net.minecraft.network;

import io.netty.buffer.ByteBuf;

public class PacketBuffer extends ByteBuf {
    private final ByteBuf wrapped;

    public PacketBuffer(ByteBuf wrapped) {
        this.wrapped = wrapped;
    }

    @Override
    public int readableBytes() {
        return wrapped.readableBytes();
    }

    @Override
    public ByteBuf readBytes(byte[] target) {
        wrapped.readBytes(target);
        return this;
    }

    @Override
    public ByteBuf writeBytes(byte[] source) {
        wrapped.writeBytes(source);
        return this;
    }
}
