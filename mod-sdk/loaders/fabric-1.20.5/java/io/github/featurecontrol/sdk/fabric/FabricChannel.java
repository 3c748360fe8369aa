package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2535;
import net.minecraft.class_634;

/** The channel on Fabric from 1.20.5 to the last version with intermediary names. */
public final class FabricChannel extends FabricTransport implements ClientModInitializer {
    @Override
    public void onInitializeClient() {
        if (!LoaderChannel.claim(this)) return;
        try {
            PayloadTypeRegistry.playC2S().register(FeaturePayload.ID, FeaturePayload.CODEC);
            PayloadTypeRegistry.playS2C().register(FeaturePayload.ID, FeaturePayload.CODEC);
        } catch (IllegalArgumentException taken) {
            LoaderChannel.reportTaken(taken);
            return;
        }
        ClientPlayNetworking.registerGlobalReceiver(FeaturePayload.ID,
            (payload, context) -> LoaderChannel.receive(connection(), payload.content()));
        ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
    }

    @Override
    class_2535 connectionOf(class_634 handler) {
        return handler.method_48296();
    }

    @Override
    public Announcement announcement() {
        boolean isAnnounced = ClientPlayNetworking.canSend(FeaturePayload.ID);
        return isAnnounced ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(new FeaturePayload(content));
    }
}
