package net.neoforged.neoforge.common.extensions;

import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/common/extensions/IClientCommonPacketListenerExtension.java, branch
 * 1.20.4 (8ef74db).
 */
public interface IClientCommonPacketListenerExtension {
    default void send(CustomPacketPayload payload) {
        throw new UnsupportedOperationException();
    }

    Connection getConnection();

    default boolean isConnected(ResourceLocation payloadId) {
        throw new UnsupportedOperationException();
    }
}
