package net.minecraft.network;

import io.netty.channel.Channel;

public class Connection {

    private final Channel channel;

    public Connection(Channel channel) {
        this.channel = channel;
    }

    public Channel channel() {
        return channel;
    }
}
