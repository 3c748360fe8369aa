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

/** What NeoForge knows of the connection, from 1.20.5 on. */
final class NeoForgeTransport implements Transport {
    /**
     * Stays while the client is reconfigured between two game servers, when there is no player's listener.
     */
    private Connection connection;

    /** Optional, as players could not join a server without this channel otherwise. */
    void register(RegisterPayloadHandlersEvent event, IPayloadHandler<FeaturePayload> handler) {
        event.registrar("1").optional().playBidirectional(FeaturePayload.TYPE, FeaturePayload.CODEC, handler);
    }

    static void receive(FeaturePayload payload, IPayloadContext context) {
        LoaderChannel.receive(context.connection(), payload.content());
    }

    @Override
    public Object connection() {
        ClientPacketListener listener = Minecraft.getInstance().getConnection();
        if (listener != null) connection = listener.getConnection();
        // Single player is a connection as well, where every channel counts as present.
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
