package net.minecraftforge.fmllegacy.network;

import java.util.function.Supplier;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/NetworkEvent.java, branch 1.17.x (2106a3c).
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
