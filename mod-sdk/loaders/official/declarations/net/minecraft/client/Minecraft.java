package net.minecraft.client;

import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.client.player.LocalPlayer;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/ClientCommandSourceStack.java, branches 1.20.4 (8ef74db),
 * 1.20.x (c249610) and 1.21.1 (718fd71),
 * src/main/java/net/neoforged/neoforge/network/PacketDistributor.java, branches 1.20.4 (8ef74db) and 1.20.x
 * (c249610), and src/main/java/net/neoforged/neoforge/client/gui/ConfigurationScreen.java, branches 1.21.1
 * (718fd71) and 1.21.x (3f10254).
 */
public class Minecraft {

    public LocalPlayer player;

    public static native Minecraft getInstance();

    public native ClientPacketListener getConnection();

    public native ServerData getCurrentServer();
}
