package net.minecraft.network;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import loaders.WrappedBuffer;

public class FriendlyByteBuf extends WrappedBuffer {
    public FriendlyByteBuf(ByteBuf source) {
        super(source);
    }

    @FunctionalInterface
    public interface Reader<T> extends Function<FriendlyByteBuf, T> {}
}
