package net.minecraft.network;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;

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

    @FunctionalInterface
    public interface Reader<T> extends Function<FriendlyByteBuf, T> {}
}
