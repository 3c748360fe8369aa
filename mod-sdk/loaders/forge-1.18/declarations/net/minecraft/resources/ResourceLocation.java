package net.minecraft.resources;

/**
 * Mojang's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/FMLNetworkConstants.java, branch 1.17.x (2106a3c),
 * src/main/java/net/minecraftforge/network/NetworkConstants.java, branches 1.18.x (99cff44), 1.19.x
 * (fb7e448) and 1.20.1 (f7e5db7), and in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/NetworkConstants.java, branch 1.20.2 (4a4486b), and
 * src/main/java/net/neoforged/neoforge/network/payload/MinecraftRegisterPayload.java, branch 1.20.4
 * (8ef74db).
 */
public class ResourceLocation {

    public ResourceLocation(String name) {}
}
