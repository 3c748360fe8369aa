package net.neoforged.neoforge.network.handling;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Read in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/IPayloadHandler.java,
 * branch 1.21.1.
 */
@FunctionalInterface
public interface IPayloadHandler<T extends CustomPacketPayload> {
    void handle(T payload, IPayloadContext context);
}
