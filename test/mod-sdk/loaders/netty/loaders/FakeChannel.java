package loaders;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.local.LocalAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Consumer;

/** A fake of netty's connection. */
public final class FakeChannel implements Channel {

    public static Consumer<Object> sender;
    public boolean isOpen = true;
    private final SocketAddress address;

    public FakeChannel(String address, boolean isSinglePlayer) {
        this.address = isSinglePlayer
            ? new LocalAddress("local")
            : InetSocketAddress.createUnresolved(address, 25565);
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public SocketAddress remoteAddress() {
        return address;
    }

    @Override
    public ChannelFuture writeAndFlush(Object message) {
        sender.accept(message);
        return null;
    }
}
