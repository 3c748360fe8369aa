package net.minecraftforge.fml.network;

import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.util.ResourceLocation;
import net.minecraftforge.fml.network.event.EventNetworkChannel;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/network/NetworkRegistry.java,
 * branch 1.16.x (54233da).
 */
public class NetworkRegistry {

    public static native EventNetworkChannel newEventChannel(
        ResourceLocation name,
        Supplier<String> networkProtocolVersion,
        Predicate<String> clientAcceptedVersions,
        Predicate<String> serverAcceptedVersions
    );
}
