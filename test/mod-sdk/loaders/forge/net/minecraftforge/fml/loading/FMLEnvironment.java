package net.minecraftforge.fml.loading;

import net.minecraftforge.api.distmarker.Dist;

public class FMLEnvironment {

    public static final Dist dist = Dist.CLIENT;
}
