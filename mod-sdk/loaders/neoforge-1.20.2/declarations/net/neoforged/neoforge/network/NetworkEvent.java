package net.neoforged.neoforge.network;

import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.neoforged.bus.api.Event;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/NetworkEvent.java, branch 1.20.2
 * (4a4486b).
 */
public class NetworkEvent extends Event {
    public native FriendlyByteBuf getPayload();

    public native Context getSource();

    /** Returns the VarInt that SimplePayload.inbound has read from the start of the message. */
    public native int getLoginIndex();

    /** Sent by the server. */
    public static class ServerCustomPayloadEvent extends NetworkEvent {}

    public static class Context {
        public native Connection getNetworkManager();

        public native void setPacketHandled(boolean packetHandled);
    }
}
