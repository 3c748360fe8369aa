package net.minecraftforge.fml.loading;

import net.minecraftforge.api.distmarker.Dist;

/**
 * Source: MinecraftForge/MinecraftForge,
 * fmlloader/src/main/java/net/minecraftforge/fml/loading/FMLEnvironment.java, branches 1.19.x (fb7e448),
 * 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public class FMLEnvironment {

    public static final Dist dist = dist();

    private static native Dist dist();
}
