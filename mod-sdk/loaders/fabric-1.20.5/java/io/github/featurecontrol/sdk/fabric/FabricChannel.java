package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2535;
import net.minecraft.class_310;
import net.minecraft.class_634;

/** The channel on Fabric from 1.20.5 to the last version with intermediary names. */
public final class FabricChannel extends FabricTransport implements ClientModInitializer {
    /** Stays while the client is reconfigured between two game servers, when there is no player's handler. */
    private class_2535 connection;

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
    public Object connection() {
        class_634 handler = class_310.method_1551().method_1562();
        if (handler != null) connection = handler.method_48296();
        // Single player is a connection as well, and asked by nobody.
        if (connection != null && (!connection.method_10758()
            || connection.method_10756())) connection = null;
        return connection;
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
