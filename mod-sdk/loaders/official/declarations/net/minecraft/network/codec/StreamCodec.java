package net.minecraft.network.codec;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/payload/DinnerboneProtocolUtils.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public interface StreamCodec<B, V> extends StreamDecoder<B, V>, StreamEncoder<B, V> {
    static <B, V> StreamCodec<B, V> of(StreamEncoder<B, V> encoder, StreamDecoder<B, V> decoder) {
        throw new UnsupportedOperationException();
    }
}
