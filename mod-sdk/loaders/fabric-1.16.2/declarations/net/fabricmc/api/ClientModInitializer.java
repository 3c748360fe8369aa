package net.fabricmc.api;

/**
 * Read in FabricMC/fabric-loader, src/main/java/net/fabricmc/api/ClientModInitializer.java, branch master.
 */
@FunctionalInterface
public interface ClientModInitializer {
    void onInitializeClient();
}
