package net.minecraft.client.multiplayer;

/**
 * Mojang's names, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/client/ForgeHooksClient.java, branches 1.18.x (99cff44), 1.20.4 (3535dcd)
 * and 1.21.x (c22589b).
 */
public class ServerData {

    public String ip;
}
