package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import net.fabricmc.api.ClientModInitializer;

/** The entry point for Fabric, on clients only. */
public final class FabricMod implements ClientModInitializer {
    @Override
    public void onInitializeClient() {
        LoaderChannel.start(FabricMod::part);
    }

    private static Transport part() {
        if (!IntermediaryTransport.hasItsNames()) return new FabricChannel26();
        return LoaderChannel.isPresent("net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry")
            ? new FabricChannel120() : new FabricChannel116();
    }
}
