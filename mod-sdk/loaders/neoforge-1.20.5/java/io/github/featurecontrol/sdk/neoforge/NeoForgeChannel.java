package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.neoforged.api.distmarker.Dist;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.fml.common.Mod;
import net.neoforged.neoforge.client.event.ClientTickEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;

/** The channel on NeoForge from 1.20.5 to 1.21.6. */
@Mod(value = "feature_control_mod", dist = Dist.CLIENT)
public final class NeoForgeChannel {
    private final NeoForgeTransport transport = new NeoForgeTransport();

    public NeoForgeChannel(IEventBus modBus) {
        if (!LoaderChannel.claim(transport)) return;
        modBus.addListener(RegisterPayloadHandlersEvent.class, this::register);
    }

    private void register(RegisterPayloadHandlersEvent event) {
        if (!transport.register(event, NeoForgeTransport::receive)) return;
        NeoForge.EVENT_BUS.addListener(ClientTickEvent.Post.class, tick -> LoaderChannel.tick());
    }
}
