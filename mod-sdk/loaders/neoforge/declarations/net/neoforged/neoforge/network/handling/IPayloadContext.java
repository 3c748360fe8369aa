package net.neoforged.neoforge.network.handling;

import net.minecraft.network.Connection;

/**
 * Read in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/handling/IPayloadContext.java,
 * branch 1.21.1.
 */
public interface IPayloadContext {
    default Connection connection() {
        throw new UnsupportedOperationException();
    }
}
