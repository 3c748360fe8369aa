package net.minecraftforge.fmllegacy.network;

import java.util.function.Predicate;
import java.util.function.Supplier;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.fmllegacy.network.event.EventNetworkChannel;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/NetworkRegistry.java, branch 1.17.x (2106a3c).
 */
public class NetworkRegistry {
    public static native EventNetworkChannel newEventChannel(ResourceLocation name,
        Supplier<String> networkProtocolVersion, Predicate<String> clientAcceptedVersions,
        Predicate<String> serverAcceptedVersions);
}
