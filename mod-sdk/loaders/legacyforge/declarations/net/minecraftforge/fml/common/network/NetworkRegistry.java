package net.minecraftforge.fml.common.network;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/NetworkRegistry.java, branches 1.8.9 (d06e0ad) and
 * 1.12.x (d3f0184).
 */
public enum NetworkRegistry {
    INSTANCE;

    /** Throws a RuntimeException if the channel is already registered. */
    public native FMLEventChannel newEventDrivenChannel(String name);
}
