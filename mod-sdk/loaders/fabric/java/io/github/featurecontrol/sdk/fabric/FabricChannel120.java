package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2535;
import net.minecraft.class_634;

/** The channel on Fabric from 1.20.5, where messages are payloads, to 1.21.11. */
final class FabricChannel120 extends IntermediaryTransport {
    @Override
    public void register() {
        PayloadTypeRegistry.playC2S().register(FeaturePayload.ID, FeaturePayload.CODEC);
        PayloadTypeRegistry.playS2C().register(FeaturePayload.ID, FeaturePayload.CODEC);
        ClientPlayNetworking.registerGlobalReceiver(FeaturePayload.ID,
            (payload, context) -> LoaderChannel.receive(connection(), payload.content));
        startTicks();
    }

    @Override
    class_2535 connectionOf(class_634 handler) {
        return handler.method_48296();
    }

    @Override
    boolean isAnnounced() {
        return ClientPlayNetworking.canSend(FeaturePayload.ID);
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(new FeaturePayload(content));
    }
}
