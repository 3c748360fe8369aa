package net.minecraftforge.event.network;

import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/event/network/CustomPayloadEvent.java, commit 16defac (1.20.2), branches
 * 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public class CustomPayloadEvent extends Event {

    public native FriendlyByteBuf getPayload();

    public native Context getSource();

    public static class Context {

        public native Connection getConnection();

        public native void setPacketHandled(boolean packetHandled);
    }
}
