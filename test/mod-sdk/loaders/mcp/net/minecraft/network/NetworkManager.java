package net.minecraft.network;

import io.netty.channel.Channel;

public class NetworkManager {

    private final Channel channel;

    public NetworkManager(Channel channel) {
        this.channel = channel;
    }

    public Channel channel() {
        return channel;
    }
}
