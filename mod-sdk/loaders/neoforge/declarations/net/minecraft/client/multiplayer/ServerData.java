package net.minecraft.client.multiplayer;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/gui/ClientTooltipComponentManager and its patches, branch
 * 1.21.1.
 */
public class ServerData {
    public String ip;
}
