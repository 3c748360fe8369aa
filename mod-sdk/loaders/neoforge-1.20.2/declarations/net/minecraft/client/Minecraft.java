package net.minecraft.client;

import net.minecraft.client.player.LocalPlayer;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/ClientCommandHandler.java, branch 1.20.2 (4a4486b).
 */
public class Minecraft {
    public LocalPlayer player;

    public static native Minecraft getInstance();
}
