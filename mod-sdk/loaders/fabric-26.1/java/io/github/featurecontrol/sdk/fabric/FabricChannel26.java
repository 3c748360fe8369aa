package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.official.FeaturePayload;
import io.github.featurecontrol.sdk.official.OfficialTransport;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;

/** The channel on Fabric from 26.1 on, the first version without intermediary names. */
final class FabricChannel26 extends OfficialTransport {
    @Override
    public void register() {
        PayloadTypeRegistry.serverboundPlay().register(FeaturePayload.TYPE, FeaturePayload.CODEC);
        PayloadTypeRegistry.clientboundPlay().register(FeaturePayload.TYPE, FeaturePayload.CODEC);
        ClientPlayNetworking.registerGlobalReceiver(FeaturePayload.TYPE,
            (payload, context) -> LoaderChannel.receive(connection(), payload.content));
        ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
    }

    @Override
    protected boolean isAnnounced() {
        return ClientPlayNetworking.canSend(FeaturePayload.TYPE);
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(new FeaturePayload(content));
    }
}
