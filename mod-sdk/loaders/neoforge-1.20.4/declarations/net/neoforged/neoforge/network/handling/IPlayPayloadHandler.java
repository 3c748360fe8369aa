package net.neoforged.neoforge.network.handling;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/handling/IPlayPayloadHandler.java, branch 1.20.4 (8ef74db).
 */
@FunctionalInterface
public interface IPlayPayloadHandler<T extends CustomPacketPayload> {
    void handle(T payload, PlayPayloadContext context);
}
