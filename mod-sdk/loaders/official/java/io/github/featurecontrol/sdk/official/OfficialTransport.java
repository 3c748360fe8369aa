package io.github.featurecontrol.sdk.official;

import io.github.featurecontrol.sdk.Transport;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.network.Connection;

/** The transport of loaders on which the names of the game's classes and methods are the same in each version. */
public abstract class OfficialTransport implements Transport {

    /** Kept while the client is reconfigured between two game servers, when the game has no play listener. */
    private Connection connection;

    /** @return null in the configuration phase, and while there is no connection */
    protected static ClientPacketListener listener() {
        return Minecraft.getInstance().getConnection();
    }

    protected Connection connectionOf(ClientPacketListener listener) {
        return listener.getConnection();
    }

    /**
     * Returns whether the server has announced the channel.
     *
     * @return false in the configuration phase
     */
    protected abstract boolean isAnnounced();

    @Override
    public final Connection connection() {
        ClientPacketListener listener = listener();
        if (listener != null) connection = connectionOf(listener);
        // Single player has a local connection as well, on which every channel counts as announced.
        if (connection != null && (!connection.isConnected() || connection.isMemoryConnection())) connection =
            null;
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
