package io.github.featurecontrol.sdk.legacyforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.minecraftforge.fml.common.eventhandler.SubscribeEvent;
import net.minecraftforge.fml.common.gameevent.TickEvent;
import net.minecraftforge.fml.common.network.FMLNetworkEvent;
import net.minecraftforge.fml.relauncher.Side;

/** The event handlers on Forge 1.8.9. Public, because Forge calls them from classes that it generates. */
public final class LegacyForgeEvents {
    private final LegacyForgeChannel channel;

    LegacyForgeEvents(LegacyForgeChannel channel) {
        this.channel = channel;
    }

    /** @param event fired for each connection, also in single player */
    @SubscribeEvent
    public void connected(FMLNetworkEvent.ClientConnectedToServerEvent event) {
        channel.connected(event.manager);
    }

    /** @param event fired for channel names received on REGISTER or UNREGISTER */
    @SubscribeEvent
    public void announced(FMLNetworkEvent.CustomPacketRegistrationEvent<?> event) {
        boolean isOurs = event.side == Side.CLIENT && event.registrations.contains(LoaderChannel.LEGACY_NAME);
        if (isOurs) channel.announced(event.manager, event.operation.equals("REGISTER"));
    }

    /** @param event fired for each message on the channel */
    @SubscribeEvent
    public void received(FMLNetworkEvent.ClientCustomPacketEvent event) {
        channel.received(event.manager, event.packet.payload());
    }

    /** @param event fired at the start and at the end of each tick */
    @SubscribeEvent
    public void tick(TickEvent.ClientTickEvent event) {
        LoaderChannel.tick();
    }
}
