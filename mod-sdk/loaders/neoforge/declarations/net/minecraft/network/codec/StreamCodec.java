package net.minecraft.network.codec;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/payload, branch
 * 1.21.1.
 */
public interface StreamCodec<B, V> extends StreamDecoder<B, V>, StreamEncoder<B, V> {
    static <B, V> StreamCodec<B, V> of(StreamEncoder<B, V> encoder, StreamDecoder<B, V> decoder) {
        throw new UnsupportedOperationException();
    }
}
