package net.minecraftforge.network;

import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.network.event.EventNetworkChannel;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/NetworkRegistry.java,
 * branches 1.18.x (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7).
 */
public class NetworkRegistry {

    public static native EventNetworkChannel newEventChannel(
        ResourceLocation name,
        Supplier<String> networkProtocolVersion,
        Predicate<String> clientAcceptedVersions,
        Predicate<String> serverAcceptedVersions
    );
}
