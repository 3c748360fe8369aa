package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.Transport;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.network.Connection;

/** The transport methods that NeoForge versions from 1.20.4 on share. */
abstract class NeoForgeTransport implements Transport {
    /** Kept while the client is reconfigured between two game servers, when the game has no play listener. */
    private Connection connection;

    @Override
    public final Object connection() {
        ClientPacketListener listener = Minecraft.getInstance().getConnection();
        if (listener != null) connection = listener.getConnection();
        // Single player has a local connection as well, on which every channel counts as announced.
        if (connection != null && (!connection.isConnected()
            || connection.isMemoryConnection())) connection = null;
        return connection;
    }

    @Override
    public final String network() {
        ServerData server = Minecraft.getInstance().getCurrentServer();
        return server == null ? null : server.ip;
    }

    @Override
    public final boolean isInGame() {
        return Minecraft.getInstance().player != null;
    }

    @Override
    public final Announcement announcement() {
        ClientPacketListener listener = Minecraft.getInstance().getConnection();
        boolean isAnnounced = listener != null && isAnnounced(listener);
        return isAnnounced ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    abstract boolean isAnnounced(ClientPacketListener listener);

    @Override
    public final void send(byte[] content) {
        Minecraft.getInstance().getConnection().send(new FeaturePayload(content));
    }
}
