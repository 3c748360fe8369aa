package net.minecraftforge.fml.network;

import java.util.function.Supplier;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.PacketBuffer;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/network/NetworkEvent.java,
 * branch 1.16.x (54233da).
 */
public class NetworkEvent extends Event {

    public native PacketBuffer getPayload();

    public native Supplier<Context> getSource();

    /** Sent by the server. */
    public static class ServerCustomPayloadEvent extends NetworkEvent {}

    public static class Context {

        public native NetworkManager getNetworkManager();

        public native void setPacketHandled(boolean packetHandled);
    }
}
