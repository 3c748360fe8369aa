package net.minecraft.resources;

/**
 * Mojang's name, as used in MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network, branches
 * 1.19.x (fb7e448) and 1.20.1 (f7e5db7).
 */
public class ResourceLocation {
    public ResourceLocation(String name) {}
}
