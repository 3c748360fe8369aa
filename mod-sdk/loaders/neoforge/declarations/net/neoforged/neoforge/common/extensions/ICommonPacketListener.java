package net.neoforged.neoforge.common.extensions;

import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/common/extensions/ICommonPacketListener.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254), and commit 4971202 (1.21.9).
 */
public interface ICommonPacketListener {
    void send(CustomPacketPayload payload);

    Connection getConnection();

    default boolean hasChannel(CustomPacketPayload.Type<?> type) {
        throw new UnsupportedOperationException();
    }
}
