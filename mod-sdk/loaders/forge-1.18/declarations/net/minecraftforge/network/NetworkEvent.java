package net.minecraftforge.network;

import java.util.function.Supplier;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/NetworkEvent.java,
 * branches 1.18.x (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7).
 */
public class NetworkEvent extends Event {

    public native FriendlyByteBuf getPayload();

    public native Supplier<Context> getSource();

    /** Sent by the server. */
    public static class ServerCustomPayloadEvent extends NetworkEvent {}

    public static class Context {

        public native Connection getNetworkManager();

        public native void setPacketHandled(boolean packetHandled);
    }
}
