package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.network.Connection;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadContext;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/** The transport on NeoForge from 1.20.5 on, where payloads are registered with their codec. */
final class NeoForgeTransport implements Transport {
    /** Kept while the client is reconfigured between two game servers, when the game has no play listener. */
    private Connection connection;

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
    public Object connection() {
        ClientPacketListener listener = Minecraft.getInstance().getConnection();
        if (listener != null) connection = listener.getConnection();
        // Single player has a local connection as well, on which every channel counts as announced.
        if (connection != null && (!connection.isConnected()
            || connection.isMemoryConnection())) connection = null;
        return connection;
    }

    @Override
    public String network() {
        ServerData server = Minecraft.getInstance().getCurrentServer();
        return server == null ? null : server.ip;
    }

    @Override
    public boolean isInGame() {
        return Minecraft.getInstance().player != null;
    }

    @Override
    public Announcement announcement() {
        ClientPacketListener listener = Minecraft.getInstance().getConnection();
        boolean isAnnounced = listener != null && listener.hasChannel(FeaturePayload.TYPE);
        return isAnnounced ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        Minecraft.getInstance().getConnection().send(new FeaturePayload(content));
    }
}
