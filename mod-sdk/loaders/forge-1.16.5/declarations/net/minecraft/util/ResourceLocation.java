package net.minecraft.util;

/**
 * MCP's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/network/FMLNetworkConstants.java, branch 1.16.x (54233da).
 */
public class ResourceLocation {

    public ResourceLocation(String name) {}
}
