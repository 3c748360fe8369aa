package net.neoforged.fml.loading;

import net.neoforged.api.distmarker.Dist;

public class FMLEnvironment {
    public static final Dist dist = Dist.CLIENT;
}
