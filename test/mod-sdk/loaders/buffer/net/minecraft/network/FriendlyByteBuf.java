package net.minecraft.network;

import io.netty.buffer.ByteBuf;
import loaders.WrappedBuffer;

public class FriendlyByteBuf extends WrappedBuffer {

    public FriendlyByteBuf(ByteBuf source) {
        super(source);
    }
}
