package net.minecraft.client;

import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.client.player.LocalPlayer;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/client, branch 1.21.1.
 */
public class Minecraft {
    public LocalPlayer player;

    public static native Minecraft getInstance();

    public native ClientPacketListener getConnection();

    public native ServerData getCurrentServer();
}
