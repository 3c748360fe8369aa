package net.minecraft;

/**
 * ValueFirstEncoder. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/codec/ValueFirstEncoder.mapping, branches 1.20.6 and 1.21.1.
 */
@FunctionalInterface
public interface class_9143<O, T> {
    void encode(T value, O buffer);
}
