package net.minecraft;

import io.netty.buffer.ByteBuf;
import loaders.WrappedBuffer;

public class class_2540 extends WrappedBuffer {
    public class_2540(ByteBuf parent) {
        super(parent);
    }
}
