package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.neoforged.api.distmarker.Dist;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.fml.common.Mod;
import net.neoforged.neoforge.client.network.event.RegisterClientPayloadHandlersEvent;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;

/** The entry point for NeoForge. */
@Mod(value = "feature_control_mod", dist = Dist.CLIENT)
public final class NeoForgeMod {

    private boolean isStarted;

    public NeoForgeMod(IEventBus modBus) {
        modBus.addListener(
            RegisterPayloadHandlersEvent.class,
            event -> isStarted = LoaderChannel.start(() -> new NeoForgeChannel(event))
        );
        // From 1.21.7 on, clients register their handlers in a separate event, which is fired later.
        if (
            LoaderChannel.isPresent(
                "net.neoforged.neoforge.client.network.event.RegisterClientPayloadHandlersEvent"
            )
        ) modBus.addListener(RegisterClientPayloadHandlersEvent.class, event -> {
            if (isStarted) event.register(NeoForgeChannel.CHANNEL, NeoForgeChannel::receive);
        });
    }
}
