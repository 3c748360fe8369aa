package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.event.TickEvent;
import net.neoforged.neoforge.network.connection.ConnectionUtils;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlerEvent;
import net.neoforged.neoforge.network.handling.PlayPayloadContext;
import net.neoforged.neoforge.network.registration.RegistrationFailedException;

/** The channel on NeoForge for 1.20.4, which calls handlers on the network thread. */
final class NeoForgeChannel extends NeoForgeTransport {
    /** A registrar rejects payloads of other namespaces. */
    private static final String NAMESPACE = LoaderChannel.NAME.substring(0, LoaderChannel.NAME.indexOf(':'));

    static void start(IEventBus modBus) {
        NeoForgeChannel transport = new NeoForgeChannel();
        if (!LoaderChannel.claim(transport)) return;
        modBus.addListener(RegisterPayloadHandlerEvent.class, NeoForgeChannel::register);
    }

    /** Registers as optional, because players could not join a server without this channel otherwise. */
    private static void register(RegisterPayloadHandlerEvent event) {
        try {
            event.registrar(NAMESPACE).optional().play(FeaturePayload.ID,
                buffer -> new FeaturePayload(NettyTransport.contentOf(buffer)), NeoForgeChannel::receive);
        } catch (RegistrationFailedException taken) {
            LoaderChannel.reportTaken(taken);
            return;
        }
        NeoForge.EVENT_BUS.addListener(TickEvent.ClientTickEvent.class, tick -> LoaderChannel.tick());
    }

    private static void receive(FeaturePayload payload, PlayPayloadContext context) {
        LoaderChannel.receive(ConnectionUtils.getConnection(context.channelHandlerContext()),
            payload.content());
    }

    @Override
    boolean isAnnounced(ClientPacketListener listener) {
        return listener.isConnected(FeaturePayload.ID);
    }
}
