package net.neoforged.neoforge.network.handling;

import net.minecraft.network.Connection;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/IPayloadContext.java,
 * branches 1.20.x (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public interface IPayloadContext {
    default Connection connection() {
        throw new UnsupportedOperationException();
    }
}
