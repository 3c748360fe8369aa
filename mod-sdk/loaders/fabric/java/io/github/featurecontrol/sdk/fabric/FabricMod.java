package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import net.fabricmc.api.ClientModInitializer;
import net.minecraft.class_310;

/** The entry point for Fabric, on clients only. */
public final class FabricMod implements ClientModInitializer {

    @Override
    public void onInitializeClient() {
        LoaderChannel.start(FabricMod::part);
    }

    private static Transport part() {
        if (!hasIntermediaryNames()) return new FabricChannel26();
        return LoaderChannel.isPresent("net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry")
            ? new FabricChannel120()
            : new FabricChannel116();
    }

    /**
     * Whether the game has the names up to 1.21.11, or those to which a development client maps them: here, too.
     */
    private static boolean hasIntermediaryNames() {
        try {
            return class_310.class.isInstance(class_310.method_1551());
        } catch (NoClassDefFoundError absent) {
            return false;
        }
    }
}
