package io.netty.buffer;

import java.util.Arrays;

public final class Unpooled {

    private Unpooled() {}

    public static ByteBuf wrappedBuffer(byte[] content) {
        return new Bytes(content);
    }

    /** Returns the content from the reader index on. */
    public static byte[] contentOf(ByteBuf buffer) {
        byte[] content = new byte[buffer.readableBytes()];
        buffer.readBytes(content);
        return content;
    }

    private static final class Bytes extends ByteBuf {

        private byte[] content;

        Bytes(byte[] content) {
            this.content = content;
        }

        @Override
        public int readableBytes() {
            return content.length;
        }

        @Override
        public ByteBuf readBytes(byte[] target) {
            System.arraycopy(content, 0, target, 0, target.length);
            content = Arrays.copyOfRange(content, target.length, content.length);
            return this;
        }

        @Override
        public ByteBuf writeBytes(byte[] source) {
            byte[] longer = Arrays.copyOf(content, content.length + source.length);
            System.arraycopy(source, 0, longer, content.length, source.length);
            content = longer;
            return this;
        }
    }
}
