package net.neoforged.fml.loading;

import net.neoforged.api.distmarker.Dist;

/**
 * Source: neoforged/FancyModLoader, loader/src/main/java/net/neoforged/fml/loading/FMLEnvironment.java, tags
 * 1.0 (858e0b2) and 2.0 (19d6326).
 */
public class FMLEnvironment {
    public static final Dist dist = dist();

    private static native Dist dist();
}
