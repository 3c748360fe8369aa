package net.minecraftforge.fml.loading;

import net.minecraftforge.api.distmarker.Dist;

/**
 * Read in MinecraftForge/MinecraftForge,
 * fmlloader/src/main/java/net/minecraftforge/fml/loading/FMLEnvironment.java, branch 1.20.1 (f7e5db7).
 */
public class FMLEnvironment {
    public static final Dist dist = dist();

    private static native Dist dist();
}
