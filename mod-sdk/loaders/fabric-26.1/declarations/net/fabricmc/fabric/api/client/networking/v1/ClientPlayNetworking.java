package net.fabricmc.fabric.api.client.networking.v1;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Source: FabricMC/fabric-api,
 * fabric-networking-api-v1/src/client/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * commit 30d8a82 (26.1).
 */
public final class ClientPlayNetworking {

    private ClientPlayNetworking() {}

    public static native <T extends CustomPacketPayload> boolean registerGlobalReceiver(
        CustomPacketPayload.Type<T> type,
        PlayPayloadHandler<T> handler
    );

    public static native boolean canSend(CustomPacketPayload.Type<?> type);

    public static native void send(CustomPacketPayload payload);

    @FunctionalInterface
    public interface PlayPayloadHandler<T extends CustomPacketPayload> {
        void receive(T payload, Context context);
    }

    public interface Context {}
}
