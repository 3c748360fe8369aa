package net.minecraft.network;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network, branch 1.21.1.
 */
public class Connection {
    public native boolean isConnected();

    /** Whether the server is within the client. */
    public native boolean isMemoryConnection();
}
