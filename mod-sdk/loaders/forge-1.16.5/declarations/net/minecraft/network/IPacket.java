package net.minecraft.network;

/**
 * MCP's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/network/ICustomPacket.java, branch 1.16.x (54233da).
 */
public interface IPacket<T> {}
