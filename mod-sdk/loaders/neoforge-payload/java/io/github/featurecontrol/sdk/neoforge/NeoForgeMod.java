package io.github.featurecontrol.sdk.neoforge;

import net.neoforged.bus.api.IEventBus;
import net.neoforged.fml.common.Mod;
import net.neoforged.fml.loading.FMLEnvironment;

/** The mod that NeoForge finds; a dedicated server has none of the classes behind it. */
@Mod("feature_control_mod")
public final class NeoForgeMod {
    public NeoForgeMod(IEventBus modBus) {
        if (FMLEnvironment.dist.isClient()) NeoForgeChannel.start(modBus);
    }
}
