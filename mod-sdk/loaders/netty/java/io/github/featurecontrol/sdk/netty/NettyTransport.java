package io.github.featurecontrol.sdk.netty;

import io.github.featurecontrol.sdk.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.local.LocalAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Function;

/**
 * A transport that reads the connection through netty, for loaders on which the names of the game's methods
 * differ between versions.
 *
 * @param <C> the game's connection class
 */
public abstract class NettyTransport<C> implements Transport {

    private final Function<C, Channel> channelOf;
    /** The connection of the last JoinGame. */
    private volatile C joined;

    /** @param channelOf returns the netty channel of a connection */
    protected NettyTransport(Function<C, Channel> channelOf) {
        this.channelOf = channelOf;
    }

    /**
     * Sets the current connection, at JoinGame. May be called on any thread.
     *
     * @param connection the game's connection
     */
    protected final void join(C connection) {
        joined = connection;
    }

    @Override
    public final C connection() {
        C last = joined;
        if (last == null || !channelOf.apply(last).isOpen()) return null;
        // Single player has a local connection as well, on which no requests are sent.
        return channelOf.apply(last).remoteAddress() instanceof LocalAddress ? null : last;
    }

    @Override
    public final String network() {
        SocketAddress address = channelOf.apply(joined).remoteAddress();
        if (!(address instanceof InetSocketAddress)) return null;
        InetSocketAddress server = (InetSocketAddress) address;
        return server.getHostString() + ':' + server.getPort();
    }

    /**
     * Equivalent to having a connection, which is set at JoinGame. From Minecraft 1.20.2 on, this includes
     * the configuration phase between two game servers.
     */
    @Override
    public boolean isInGame() {
        return connection() != null;
    }

    /**
     * Reads the remaining bytes of a buffer.
     *
     * @param buffer a buffer of netty or of the game
     * @return the bytes from the reader index on, which is moved to the end
     */
    public static byte[] contentOf(ByteBuf buffer) {
        byte[] content = new byte[buffer.readableBytes()];
        buffer.readBytes(content);
        return content;
    }
}
