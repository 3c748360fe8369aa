package io.github.featurecontrol.sdk.neoforge;

import net.neoforged.bus.api.IEventBus;
import net.neoforged.fml.common.Mod;
import net.neoforged.fml.loading.FMLEnvironment;

/** The entry point for NeoForge. On a dedicated server it does nothing: the client's classes are missing. */
@Mod("feature_control_mod")
public final class NeoForgeMod {
    public NeoForgeMod(IEventBus modBus) {
        if (FMLEnvironment.dist.isClient()) NeoForgeChannel.start(modBus);
    }
}
