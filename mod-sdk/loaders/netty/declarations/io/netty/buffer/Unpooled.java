package io.netty.buffer;

/** Read in netty/netty, buffer/src/main/java/io/netty/buffer/Unpooled.java, tag netty-4.0.23.Final. */
public final class Unpooled {
    private Unpooled() {}

    public static native ByteBuf wrappedBuffer(byte[] content);
}
