package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadContext;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/** The transport from 1.20.5 on, where payloads are registered with their codec. */
final class CodecTransport extends NeoForgeTransport {
    /**
     * Registers as optional, because players could not join a server without this channel otherwise.
     *
     * @return false if another mod has registered the channel
     */
    boolean register(RegisterPayloadHandlersEvent event, IPayloadHandler<FeaturePayload> handler) {
        try {
            event.registrar("1").optional().playBidirectional(FeaturePayload.TYPE, FeaturePayload.CODEC,
                handler);
            return true;
        } catch (UnsupportedOperationException taken) {
            LoaderChannel.reportTaken(taken);
            return false;
        }
    }

    static void receive(FeaturePayload payload, IPayloadContext context) {
        LoaderChannel.receive(context.connection(), payload.content());
    }

    @Override
    boolean isAnnounced(ClientPacketListener listener) {
        return listener.hasChannel(FeaturePayload.TYPE);
    }
}
