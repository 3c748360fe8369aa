package net.minecraft.client.player;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/ClientCommandHandler.java, branch 1.20.2 (4a4486b).
 */
public class LocalPlayer {}
