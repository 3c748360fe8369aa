package io.github.featurecontrol.sdk.forge;

import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.fml.loading.FMLEnvironment;

/** The mod that Forge finds; a dedicated server has none of the classes behind it. */
@Mod("feature_control_mod")
public final class ForgeMod {
    public ForgeMod() {
        if (FMLEnvironment.dist.isClient()) ForgeChannel.start();
    }
}
