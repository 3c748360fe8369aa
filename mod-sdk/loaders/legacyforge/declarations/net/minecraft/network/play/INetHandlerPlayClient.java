package net.minecraft.network.play;

import net.minecraft.network.INetHandler;

/**
 * MCP's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/FMLNetworkEvent.java, branches 1.8.9 (d06e0ad) and
 * 1.12.x (d3f0184).
 */
public interface INetHandlerPlayClient extends INetHandler {}
