package net.minecraft.client.entity;

/**
 * Names of run time (SRG), read in MinecraftForge/MCPConfig, versions/release/1.12.2/joined.tsrg; for 1.8.9
 * in
 * MinecraftForge/MinecraftForge, patches/minecraft/net/minecraft/client, branch 1.8.9 (d06e0ad).
 */
public class EntityPlayerSP {}
