package net.minecraftforge.fml.client;

import net.minecraft.client.entity.EntityPlayerSP;

public class FMLClientHandler {

    private static final FMLClientHandler INSTANCE = new FMLClientHandler();
    public EntityPlayerSP player;

    public static FMLClientHandler instance() {
        return INSTANCE;
    }

    public EntityPlayerSP getClientPlayerEntity() {
        return player;
    }
}
