package net.minecraft.network.protocol.common.custom;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/payload, branch
 * 1.21.1. The constructor of Type takes a ResourceLocation, which is called Identifier from 1.21.11 on.
 */
public interface CustomPacketPayload {
    Type<? extends CustomPacketPayload> type();

    record Type<T extends CustomPacketPayload>() {}
}
