package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.official.FeaturePayload;
import io.github.featurecontrol.sdk.official.OfficialTransport;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload.Type;
import net.minecraft.resources.Identifier;

/** The channel on Fabric where messages are payloads: from 1.20.5 on. */
final class FabricChannel26 extends OfficialTransport {

    private final Type<FeaturePayload> channel = new Type<>(Identifier.tryParse(LoaderChannel.NAME));

    @Override
    public void register() {
        StreamCodec<FriendlyByteBuf, FeaturePayload> codec = FeaturePayload.codecFor(channel);
        PayloadTypeRegistry.serverboundPlay().register(channel, codec);
        PayloadTypeRegistry.clientboundPlay().register(channel, codec);
        ClientPlayNetworking.registerGlobalReceiver(channel, (payload, context) ->
            LoaderChannel.receive(connection(), payload.content)
        );
        ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
    }

    @Override
    protected boolean isAnnounced() {
        return ClientPlayNetworking.canSend(channel);
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(new FeaturePayload(channel, content));
    }
}
