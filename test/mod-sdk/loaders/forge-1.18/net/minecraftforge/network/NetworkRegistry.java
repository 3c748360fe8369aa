package net.minecraftforge.network;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.network.event.EventNetworkChannel;

/**
 * A second registration throws, and so does a channel that would keep players from servers without it.
 */
public class NetworkRegistry {

    public static final Map<String, EventNetworkChannel> CHANNELS = new HashMap<>();

    public static EventNetworkChannel newEventChannel(
        ResourceLocation name,
        Supplier<String> networkProtocolVersion,
        Predicate<String> clientAcceptedVersions,
        Predicate<String> serverAcceptedVersions
    ) {
        if (!clientAcceptedVersions.test("ALLOWVANILLA")) throw new AssertionError(
            "players cannot join servers without the channel"
        );
        EventNetworkChannel channel = new EventNetworkChannel();
        if (CHANNELS.putIfAbsent(name.toString(), channel) != null) throw new IllegalArgumentException(
            "NetworkDirection Channel {" + name + "} already registered"
        );
        return channel;
    }
}
