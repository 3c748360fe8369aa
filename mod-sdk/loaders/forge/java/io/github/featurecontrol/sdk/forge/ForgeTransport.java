package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.local.LocalAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.event.TickEvent;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.EventPriority;

/**
 * What Forge and netty know of the connection. The game's own methods are left alone, as they have other
 * names in each version at run time.
 */
final class ForgeTransport implements Transport {
    private final BiConsumer<Connection, byte[]> sender;
    /** Of the last JoinGame. */
    private volatile Connection connection;

    ForgeTransport(BiConsumer<Connection, byte[]> sender) {
        this.sender = sender;
    }

    void listen() {
        on(ClientPlayerNetworkEvent.LoggingIn.class, event -> connection = event.getConnection());
        on(TickEvent.ClientTickEvent.class, event -> LoaderChannel.tick());
    }

    private static <T extends Event> void on(Class<T> type, Consumer<T> listener) {
        MinecraftForge.EVENT_BUS.addListener(EventPriority.NORMAL, false, type, listener);
    }

    static void receive(Connection connection, ByteBuf payload) {
        byte[] content = new byte[payload.readableBytes()];
        payload.readBytes(content);
        LoaderChannel.receive(connection, content);
    }

    @Override
    public Object connection() {
        Connection joined = connection;
        if (joined == null || !joined.channel().isOpen()) return null;
        // Single player is a connection as well, and asked by nobody.
        return joined.channel().remoteAddress() instanceof LocalAddress ? null : joined;
    }

    @Override
    public String network() {
        SocketAddress address = connection.channel().remoteAddress();
        if (!(address instanceof InetSocketAddress)) return null;
        InetSocketAddress server = (InetSocketAddress) address;
        return server.getHostString() + ':' + server.getPort();
    }

    /** The connection is known from JoinGame on. */
    @Override
    public boolean isInGame() {
        return connection() != null;
    }

    /** Forge does not hear what Velocity announces, or forgets it with the next announcement. */
    @Override
    public Announcement announcement() {
        return Announcement.UNKNOWN;
    }

    @Override
    public void send(byte[] content) {
        sender.accept(connection, content);
    }
}
