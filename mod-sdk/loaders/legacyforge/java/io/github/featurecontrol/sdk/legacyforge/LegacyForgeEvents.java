package io.github.featurecontrol.sdk.legacyforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.minecraft.network.NetworkManager;
import net.minecraftforge.fml.common.eventhandler.SubscribeEvent;
import net.minecraftforge.fml.common.gameevent.TickEvent;
import net.minecraftforge.fml.common.network.FMLNetworkEvent;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.Side;

/**
 * The event handlers on Forge 1.8.9, whose events have fields, and on 1.12.2, whose events have getters.
 * Public, because Forge calls them from classes that it generates.
 */
public abstract class LegacyForgeEvents {

    private final LegacyForgeChannel channel;

    LegacyForgeEvents(LegacyForgeChannel channel) {
        this.channel = channel;
    }

    static LegacyForgeEvents of(LegacyForgeChannel channel) {
        try {
            FMLNetworkEvent.class.getMethod("getManager");
            return new Getters(channel);
        } catch (NoSuchMethodException absent) {
            return new Fields(channel);
        }
    }

    abstract NetworkManager manager(FMLNetworkEvent<?> event);

    abstract FMLProxyPacket packet(FMLNetworkEvent.ClientCustomPacketEvent event);

    /** @return the operation if it names the channel of the client; otherwise null */
    abstract String operation(FMLNetworkEvent.CustomPacketRegistrationEvent<?> event);

    /** @param event fired for each connection, also in single player */
    @SubscribeEvent
    public void connected(FMLNetworkEvent.ClientConnectedToServerEvent event) {
        channel.connected(manager(event));
    }

    /** @param event fired for channel names received on REGISTER or UNREGISTER */
    @SubscribeEvent
    public void announced(FMLNetworkEvent.CustomPacketRegistrationEvent<?> event) {
        String operation = operation(event);
        if (operation != null) channel.announced(manager(event), operation.equals("REGISTER"));
    }

    /** @param event fired for each message on the channel */
    @SubscribeEvent
    public void received(FMLNetworkEvent.ClientCustomPacketEvent event) {
        channel.received(manager(event), packet(event).payload());
    }

    /** @param event fired at the start and at the end of each tick */
    @SubscribeEvent
    public void tick(TickEvent.ClientTickEvent event) {
        LoaderChannel.tick();
    }

    private static final class Fields extends LegacyForgeEvents {

        Fields(LegacyForgeChannel channel) {
            super(channel);
        }

        @Override
        NetworkManager manager(FMLNetworkEvent<?> event) {
            return event.manager;
        }

        @Override
        FMLProxyPacket packet(FMLNetworkEvent.ClientCustomPacketEvent event) {
            return event.packet;
        }

        @Override
        String operation(FMLNetworkEvent.CustomPacketRegistrationEvent<?> event) {
            boolean isOurs =
                event.side == Side.CLIENT && event.registrations.contains(LoaderChannel.LEGACY_NAME);
            return isOurs ? event.operation : null;
        }
    }

    private static final class Getters extends LegacyForgeEvents {

        Getters(LegacyForgeChannel channel) {
            super(channel);
        }

        @Override
        NetworkManager manager(FMLNetworkEvent<?> event) {
            return event.getManager();
        }

        @Override
        FMLProxyPacket packet(FMLNetworkEvent.ClientCustomPacketEvent event) {
            return event.getPacket();
        }

        @Override
        String operation(FMLNetworkEvent.CustomPacketRegistrationEvent<?> event) {
            boolean isOurs =
                event.getSide() == Side.CLIENT &&
                event.getRegistrations().contains(LoaderChannel.LEGACY_NAME);
            return isOurs ? event.getOperation() : null;
        }
    }
}
