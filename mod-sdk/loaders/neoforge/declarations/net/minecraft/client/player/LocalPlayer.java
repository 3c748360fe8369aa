package net.minecraft.client.player;

/**
 * Mojang's name, as used in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/client, branch 1.21.1.
 */
public class LocalPlayer {}
