package io.github.featurecontrol.sdk.forge;

import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.fml.loading.FMLEnvironment;

/** The entry point for Forge. On a dedicated server it does nothing, as the client's classes are missing. */
@Mod("feature_control_mod")
public final class ForgeMod {
    public ForgeMod() {
        if (FMLEnvironment.dist.isClient()) ForgeChannel.start();
    }
}
