package net.neoforged.neoforge.network;

import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.network.event.EventNetworkChannel;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/NetworkRegistry.java, branch
 * 1.20.2 (4a4486b).
 */
public class NetworkRegistry {
    public static native EventNetworkChannel newEventChannel(ResourceLocation name,
        Supplier<String> networkProtocolVersion, Predicate<String> clientAcceptedVersions,
        Predicate<String> serverAcceptedVersions);
}
