package net.minecraftforge.network;

import java.util.HashMap;
import java.util.Map;
import net.minecraftforge.network.Channel.VersionTest;

/** A second registration throws, and so does a channel that would keep players from servers without it. */
public class ChannelBuilder {

    public static final Map<String, EventNetworkChannel> CHANNELS = new HashMap<>();
    private final String name;
    private VersionTest test = (status, version) -> status == VersionTest.Status.PRESENT;

    private ChannelBuilder(String name) {
        this.name = name;
    }

    public static ChannelBuilder named(String channelName) {
        return new ChannelBuilder(channelName);
    }

    public ChannelBuilder acceptedVersions(VersionTest accepted) {
        test = accepted;
        return this;
    }

    public EventNetworkChannel eventNetworkChannel() {
        if (!test.accepts(VersionTest.Status.VANILLA, -1)) throw new AssertionError(
            "players cannot join servers without the channel"
        );
        EventNetworkChannel channel = new EventNetworkChannel();
        if (CHANNELS.putIfAbsent(name, channel) != null) throw new IllegalArgumentException(
            "NetworkDirection Channel {" + name + "} already registered"
        );
        return channel;
    }
}
