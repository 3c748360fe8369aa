package net.minecraft.network.codec;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/connection,
 * branch 1.21.1.
 */
@FunctionalInterface
public interface StreamDecoder<I, T> {
    T decode(I buffer);
}
