package net.fabricmc.fabric.api.client.networking.v1;

import net.fabricmc.fabric.api.networking.v1.PacketSender;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;
import net.minecraft.class_8710;

/**
 * The methods with channel names exist up to 1.20.4, those with payloads from 1.20.5 on. Source: FabricMC/fabric,
 * fabric-networking-api-v1/src/main/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * branch 1.16 (3ede25f), and
 * fabric-networking-api-v1/src/client/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * branches 1.20.4 (26460e8), 1.20.6 (15e1071) and 1.21.1 (6823f7c).
 */
public final class ClientPlayNetworking {

    private ClientPlayNetworking() {}

    public static native boolean registerGlobalReceiver(class_2960 channelName, PlayChannelHandler handler);

    public static native boolean canSend(class_2960 channelName);

    public static native void send(class_2960 channelName, class_2540 buffer);

    public static native <T extends class_8710> boolean registerGlobalReceiver(
        class_8710.class_9154<T> type,
        PlayPayloadHandler<T> handler
    );

    public static native boolean canSend(class_8710.class_9154<?> type);

    public static native void send(class_8710 payload);

    @FunctionalInterface
    public interface PlayChannelHandler {
        void receive(class_310 client, class_634 handler, class_2540 buffer, PacketSender sender);
    }

    @FunctionalInterface
    public interface PlayPayloadHandler<T extends class_8710> {
        void receive(T payload, Context context);
    }

    public interface Context {}
}
