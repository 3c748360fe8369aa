package io.github.featurecontrol.sdk.netty;

import io.github.featurecontrol.sdk.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.local.LocalAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Function;

/**
 * What netty knows of the connection, for loaders whose game has other names for its methods in each version.
 *
 * @param <C> the game's connection
 */
public abstract class NettyTransport<C> implements Transport {
    private final Function<C, Channel> channelOf;
    /** Of the last JoinGame. */
    private volatile C joined;

    /** @param channelOf the netty channel of a connection */
    protected NettyTransport(Function<C, Channel> channelOf) {
        this.channelOf = channelOf;
    }

    /** @param connection that is joined from now on; may be called on any thread */
    protected final void join(C connection) {
        joined = connection;
    }

    @Override
    public final C connection() {
        C last = joined;
        if (last == null || !channelOf.apply(last).isOpen()) return null;
        // Single player is a connection as well, and asked by nobody.
        return channelOf.apply(last).remoteAddress() instanceof LocalAddress ? null : last;
    }

    @Override
    public final String network() {
        SocketAddress address = channelOf.apply(joined).remoteAddress();
        if (!(address instanceof InetSocketAddress)) return null;
        InetSocketAddress server = (InetSocketAddress) address;
        return server.getHostString() + ':' + server.getPort();
    }

    /** The connection is known from JoinGame on. */
    @Override
    public boolean isInGame() {
        return connection() != null;
    }

    /**
     * Reads what is left in a buffer.
     *
     * @param buffer any of netty's or the game's
     * @return its bytes from the reader's index on, which is at the end afterwards
     */
    public static byte[] contentOf(ByteBuf buffer) {
        byte[] content = new byte[buffer.readableBytes()];
        buffer.readBytes(content);
        return content;
    }
}
