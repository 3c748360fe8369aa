package net.fabricmc.api;

/**
 * Source: FabricMC/fabric-loader, src/main/java/net/fabricmc/api/ClientModInitializer.java, branch master
 * (a16c6d6).
 */
@FunctionalInterface
public interface ClientModInitializer {
    void onInitializeClient();
}
