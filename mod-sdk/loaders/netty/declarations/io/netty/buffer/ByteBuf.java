package io.netty.buffer;

/**
 * Source: netty/netty, buffer/src/main/java/io/netty/buffer/ByteBuf.java, tags netty-4.0.23.Final and
 * netty-4.1.97.Final.
 */
public abstract class ByteBuf {

    public abstract int readableBytes();

    public abstract ByteBuf readBytes(byte[] target);

    public abstract ByteBuf writeBytes(byte[] source);
}
