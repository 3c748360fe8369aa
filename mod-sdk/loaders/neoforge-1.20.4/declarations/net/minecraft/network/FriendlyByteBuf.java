package net.minecraft.network;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/PlayRegistration.java, branch 1.20.4 (8ef74db);
 * FabricMC/yarn, mappings/net/minecraft/network/PacketByteBuf.mapping, branch 1.20.4 (f7f320f), shows that
 * Reader only has inherited methods.
 */
public class FriendlyByteBuf extends ByteBuf {
    public FriendlyByteBuf(ByteBuf source) {}

    @Override
    public native int readableBytes();

    @Override
    public native ByteBuf readBytes(byte[] target);

    @Override
    public native ByteBuf writeBytes(byte[] source);

    @FunctionalInterface
    public interface Reader<T> extends Function<FriendlyByteBuf, T> {}
}
