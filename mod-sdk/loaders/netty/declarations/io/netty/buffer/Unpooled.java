package io.netty.buffer;

/**
 * Source: netty/netty, buffer/src/main/java/io/netty/buffer/Unpooled.java, tags netty-4.0.23.Final and
 * netty-4.1.97.Final.
 */
public final class Unpooled {

    private Unpooled() {}

    public static native ByteBuf wrappedBuffer(byte[] content);
}
