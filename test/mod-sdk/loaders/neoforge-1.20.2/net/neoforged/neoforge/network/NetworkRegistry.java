package net.neoforged.neoforge.network;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.network.event.EventNetworkChannel;

/**
 * A second registration throws, and a server without the channel is refused where its version is not
 * accepted.
 */
public class NetworkRegistry {
    public static final Map<ResourceLocation, EventNetworkChannel> CHANNELS = new HashMap<>();

    public static EventNetworkChannel newEventChannel(ResourceLocation name,
            Supplier<String> networkProtocolVersion, Predicate<String> clientAcceptedVersions,
            Predicate<String> serverAcceptedVersions) {
        if (!clientAcceptedVersions.test("ALLOWVANILLA"))
            throw new AssertionError("players cannot join other servers");
        EventNetworkChannel channel = new EventNetworkChannel();
        if (CHANNELS.putIfAbsent(name, channel) != null)
            throw new IllegalArgumentException("NetworkDirection Channel {" + name + "} already registered");
        return channel;
    }
}
