package net.minecraft;

/**
 * PacketDecoder. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/codec/PacketDecoder.mapping, branches 1.20.6 (dd1b60f) and 1.21.1
 * (33ac431).
 */
@FunctionalInterface
public interface class_9141<I, T> {
    T decode(I buffer);
}
