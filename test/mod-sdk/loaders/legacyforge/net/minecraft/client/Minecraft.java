package net.minecraft.client;

import net.minecraft.client.entity.EntityPlayerSP;

public class Minecraft {
    private static final Minecraft INSTANCE = new Minecraft();
    public EntityPlayerSP field_71439_g;

    public static Minecraft func_71410_x() {
        return INSTANCE;
    }
}
