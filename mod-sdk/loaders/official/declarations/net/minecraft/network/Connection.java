package net.minecraft.network;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * patches/net/minecraft/client/multiplayer/ClientCommonPacketListenerImpl.java.patch, branches 1.20.4
 * (8ef74db), 1.20.x (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254), and in MinecraftForge/MinecraftForge,
 * patches/minecraft/net/minecraft/server/network/ServerConfigurationPacketListenerImpl.java.patch, branch
 * 1.21.x (c22589b).
 */
public class Connection {

    public native boolean isConnected();

    /** Returns whether the server is part of the client. */
    public native boolean isMemoryConnection();
}
