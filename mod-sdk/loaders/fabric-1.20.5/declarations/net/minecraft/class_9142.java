package net.minecraft;

/**
 * PacketEncoder. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/codec/PacketEncoder.mapping (39238625).
 */
@FunctionalInterface
public interface class_9142<O, T> {
    void encode(O buffer, T value);
}
