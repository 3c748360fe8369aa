package net.minecraftforge.fml.common.network;

import java.util.HashMap;
import java.util.Map;

public enum NetworkRegistry {
    INSTANCE;

    public final Map<String, FMLEventChannel> channels = new HashMap<>();

    public FMLEventChannel newEventDrivenChannel(String name) {
        if (name.length() > 20) throw new AssertionError("clients before 1.13 read no longer name");
        FMLEventChannel channel = new FMLEventChannel();
        if (channels.putIfAbsent(name, channel) != null) throw new RuntimeException(
            "That channel is already registered"
        );
        return channel;
    }
}
