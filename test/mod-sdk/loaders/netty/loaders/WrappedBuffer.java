package loaders;

import io.netty.buffer.ByteBuf;

/** The game's buffer, which wraps one of netty. Its name differs between versions of the game. */
public abstract class WrappedBuffer extends ByteBuf {

    private final ByteBuf source;

    protected WrappedBuffer(ByteBuf source) {
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
