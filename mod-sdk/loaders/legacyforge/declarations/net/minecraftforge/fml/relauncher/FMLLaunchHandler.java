package net.minecraftforge.fml.relauncher;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/relauncher/FMLLaunchHandler.java,
 * branches 1.8.9 (d06e0ad) and 1.12.x (d3f0184).
 */
public class FMLLaunchHandler {

    public static native Side side();
}
