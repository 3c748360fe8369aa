package net.minecraft.client;

import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.client.player.LocalPlayer;

public class Minecraft {

    private static final Minecraft INSTANCE = new Minecraft();
    public LocalPlayer player;
    public ClientPacketListener handler;
    public ServerData server;

    public static Minecraft getInstance() {
        return INSTANCE;
    }

    /** The play listener, null while there is no player. */
    public ClientPacketListener getConnection() {
        return player == null ? null : handler;
    }

    public ServerData getCurrentServer() {
        return server;
    }
}
