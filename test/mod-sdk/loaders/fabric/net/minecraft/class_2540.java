package net.minecraft;

import io.netty.buffer.ByteBuf;

public class class_2540 extends ByteBuf {
    private final ByteBuf parent;

    public class_2540(ByteBuf parent) {
        this.parent = parent;
    }

    @Override
    public int readableBytes() {
        return parent.readableBytes();
    }

    @Override
    public ByteBuf readBytes(byte[] target) {
        parent.readBytes(target);
        return this;
    }

    @Override
    public ByteBuf writeBytes(byte[] source) {
        parent.writeBytes(source);
        return this;
    }
}
