package net.minecraft.client.entity;

/**
 * Source: MinecraftForge/MCPConfig, versions/release/1.12.2/joined.tsrg, branch master (23b60aa); for 1.8.9
 * in MinecraftForge/MinecraftForge, patches/minecraft/net/minecraft/client/entity/EntityPlayerSP.java.patch,
 * branch 1.8.9 (d06e0ad).
 */
public class EntityPlayerSP {}
