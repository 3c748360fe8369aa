package net.minecraftforge.fml.client;

import net.minecraft.client.entity.EntityPlayerSP;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/client/FMLClientHandler.java,
 * branches 1.8.9 (d06e0ad) and 1.12.x (d3f0184).
 */
public class FMLClientHandler {

    public static native FMLClientHandler instance();

    public native EntityPlayerSP getClientPlayerEntity();
}
