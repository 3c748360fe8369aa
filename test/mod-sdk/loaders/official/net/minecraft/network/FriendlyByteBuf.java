package net.minecraft.network;

import io.netty.buffer.ByteBuf;

public class FriendlyByteBuf extends ByteBuf {
    private final ByteBuf source;

    public FriendlyByteBuf(ByteBuf source) {
        this.source = source;
    }

    @Override
    public int readableBytes() {
        return source.readableBytes();
    }

    @Override
    public ByteBuf readBytes(byte[] target) {
        source.readBytes(target);
        return this;
    }

    @Override
    public ByteBuf writeBytes(byte[] bytes) {
        source.writeBytes(bytes);
        return this;
    }
}
