package net.neoforged.neoforge.network.handling;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/IPayloadHandler.java,
 * branches 1.20.x (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
@FunctionalInterface
public interface IPayloadHandler<T extends CustomPacketPayload> {
    void handle(T payload, IPayloadContext context);
}
