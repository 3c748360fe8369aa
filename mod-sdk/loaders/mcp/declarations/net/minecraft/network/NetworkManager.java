package net.minecraft.network;

import io.netty.channel.Channel;

/**
 * Source: MinecraftForge/MinecraftForge, patches/minecraft/net/minecraft/network/NetworkManager.java.patch,
 * branches 1.8.9 (d06e0ad), 1.12.x (d3f0184) and 1.16.x (54233da).
 */
public class NetworkManager {

    /** Added by Forge, so it has this name at run time, unlike the game's own methods. */
    public native Channel channel();
}
