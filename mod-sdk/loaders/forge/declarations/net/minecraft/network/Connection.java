package net.minecraft.network;

import io.netty.channel.Channel;

/**
 * Source: MinecraftForge/MinecraftForge, patches/minecraft/net/minecraft/network/Connection.java.patch,
 * branches 1.17.x (2106a3c), 1.18.x (99cff44), 1.19.x (fb7e448), 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and
 * 1.21.x (c22589b), and in neoforged/NeoForge, patches/net/minecraft/network/Connection.java.patch, branch
 * 1.20.2 (4a4486b).
 */
public class Connection {

    /** Added by Forge, so it has this name at run time, unlike the game's own methods. */
    public native Channel channel();
}
