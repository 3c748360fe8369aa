package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.neoforged.api.distmarker.Dist;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.fml.common.Mod;
import net.neoforged.neoforge.client.event.ClientTickEvent;
import net.neoforged.neoforge.client.network.event.RegisterClientPayloadHandlersEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;

/** The channel on NeoForge from 1.21.7 on, where clients register their handlers in a separate event. */
@Mod(value = "feature_control_mod", dist = Dist.CLIENT)
public final class NeoForgeChannel {
    private final NeoForgeTransport transport = new NeoForgeTransport();
    private boolean isRegistered;

    public NeoForgeChannel(IEventBus modBus) {
        if (!LoaderChannel.claim(transport)) return;
        modBus.addListener(RegisterPayloadHandlersEvent.class, this::register);
        modBus.addListener(RegisterClientPayloadHandlersEvent.class, this::registerClient);
    }

    private void register(RegisterPayloadHandlersEvent event) {
        // The handler for the server side, which is never called on a client.
        isRegistered = transport.register(event, (payload, context) -> { });
    }

    private void registerClient(RegisterClientPayloadHandlersEvent event) {
        if (!isRegistered) return;
        event.register(FeaturePayload.TYPE, NeoForgeTransport::receive);
        NeoForge.EVENT_BUS.addListener(ClientTickEvent.Post.class, tick -> LoaderChannel.tick());
    }
}
