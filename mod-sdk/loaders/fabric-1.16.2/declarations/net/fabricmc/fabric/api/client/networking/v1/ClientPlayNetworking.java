package net.fabricmc.fabric.api.client.networking.v1;

import net.fabricmc.fabric.api.networking.v1.PacketSender;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;

/**
 * Source: FabricMC/fabric,
 * fabric-networking-api-v1/src/main/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * branch 1.16 (3ede25f), and
 * fabric-networking-api-v1/src/client/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * branch 1.20.4 (26460e8).
 */
public final class ClientPlayNetworking {
    private ClientPlayNetworking() {}

    public static native boolean registerGlobalReceiver(class_2960 channelName, PlayChannelHandler handler);

    public static native boolean canSend(class_2960 channelName);

    public static native void send(class_2960 channelName, class_2540 buffer);

    @FunctionalInterface
    public interface PlayChannelHandler {
        void receive(class_310 client, class_634 handler, class_2540 buffer, PacketSender sender);
    }
}
