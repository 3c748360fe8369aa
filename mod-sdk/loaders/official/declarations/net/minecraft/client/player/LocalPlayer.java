package net.minecraft.client.player;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/ClientHooks.java, branches 1.20.4 (8ef74db), 1.20.x (c249610),
 * 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class LocalPlayer {}
