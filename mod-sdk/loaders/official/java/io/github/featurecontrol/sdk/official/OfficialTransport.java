package io.github.featurecontrol.sdk.official;

import io.github.featurecontrol.sdk.Transport;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.network.Connection;

/** The transport where mods use the game's own names: on NeoForge, and on Fabric from 26.1 on. */
public abstract class OfficialTransport implements Transport {
    /** Kept while the client is reconfigured between two game servers, when the game has no play listener. */
    private Connection connection;

    /** @return null in the configuration phase, and while there is no connection */
    protected static ClientPacketListener listener() {
        return Minecraft.getInstance().getConnection();
    }

    /**
     * Returns whether the server has announced the channel.
     *
     * @return false in the configuration phase
     */
    protected abstract boolean isAnnounced();

    @Override
    public final Object connection() {
        ClientPacketListener listener = listener();
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
        return isAnnounced() ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }
}
