package net.minecraft.client.multiplayer;

import net.minecraft.network.Connection;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * patches/net/minecraft/client/multiplayer/ClientPacketListener.java.patch, branches 1.20.x (c249610),
 * 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class ClientPacketListener {

    public native Connection getConnection();
}
