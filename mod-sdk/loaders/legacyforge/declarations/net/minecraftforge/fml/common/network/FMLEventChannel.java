package net.minecraftforge.fml.common.network;

import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/FMLEventChannel.java, branches 1.8.9 (d06e0ad) and
 * 1.12.x (d3f0184).
 */
public class FMLEventChannel {

    public native void register(Object object);

    public native void sendToServer(FMLProxyPacket packet);
}
