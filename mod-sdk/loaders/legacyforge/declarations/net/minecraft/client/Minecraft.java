package net.minecraft.client;

import net.minecraft.client.entity.EntityPlayerSP;

/**
 * Names at run time (SRG), read in MinecraftForge/MCPConfig, versions/release/1.12.2/joined.tsrg, branch
 * master (23b60aa); for 1.8.9 in MinecraftForge/MinecraftForge,
 * patches/minecraft/net/minecraft/client/gui/GuiSleepMP.java.patch, branch 1.8.9 (d06e0ad) and
 * patches/minecraft/net/minecraft/client/Minecraft.java.patch, branch 1.8.9 (d06e0ad).
 */
public class Minecraft {
    /** The player */
    public EntityPlayerSP field_71439_g;

    /** getMinecraft */
    public static native Minecraft func_71410_x();
}
