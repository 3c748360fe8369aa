package net.minecraft.network.codec;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/common/extensions/IFriendlyByteBufExtension.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
@FunctionalInterface
public interface StreamDecoder<I, T> {
    T decode(I buffer);
}
