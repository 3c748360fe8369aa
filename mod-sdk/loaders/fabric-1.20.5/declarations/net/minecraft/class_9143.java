package net.minecraft;

/**
 * ValueFirstEncoder. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/codec/ValueFirstEncoder.mapping, branches 1.20.6 (dd1b60f) and 1.21.1
 * (33ac431).
 */
@FunctionalInterface
public interface class_9143<O, T> {
    void encode(T value, O buffer);
}
