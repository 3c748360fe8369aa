package net.fabricmc.fabric.api.client.networking.v1;

import net.minecraft.class_8710;

/**
 * Source: FabricMC/fabric,
 * fabric-networking-api-v1/src/client/java/net/fabricmc/fabric/api/client/networking/v1/ClientPlayNetworking.java,
 * branches 1.20.6 (15e1071) and 1.21.1 (6823f7c).
 */
public final class ClientPlayNetworking {
    private ClientPlayNetworking() {}

    public static native <T extends class_8710> boolean registerGlobalReceiver(
        class_8710.class_9154<T> type, PlayPayloadHandler<T> handler);

    public static native boolean canSend(class_8710.class_9154<?> type);

    public static native void send(class_8710 payload);

    @FunctionalInterface
    public interface PlayPayloadHandler<T extends class_8710> {
        void receive(T payload, Context context);
    }

    public interface Context {}
}
