package net.minecraft.network.protocol;

/**
 * Mojang's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/ICustomPacket.java, branch 1.17.x (2106a3c).
 */
public interface Packet<T> {}
