package net.fabricmc.fabric.api.client.networking.v1;

import java.util.HashMap;
import java.util.Map;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.client.Minecraft;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.Identifier;

/**
 * Like ClientNetworkingImpl and GlobalReceiverRegistry: a payload's type must be registered before its
 * receiver.
 */
public final class ClientPlayNetworking {

    public static final Map<Identifier, PlayPayloadHandler<CustomPacketPayload>> RECEIVERS = new HashMap<>();
    public static java.util.function.Consumer<CustomPacketPayload> sender;

    private ClientPlayNetworking() {}

    @SuppressWarnings("unchecked")
    public static <T extends CustomPacketPayload> boolean registerGlobalReceiver(
        CustomPacketPayload.Type<T> type,
        PlayPayloadHandler<T> handler
    ) {
        if (!PayloadTypeRegistry.S2C.containsKey(type.id())) throw new IllegalArgumentException(
            "no payload type has been registered for " + type
        );
        return RECEIVERS.putIfAbsent(type.id(), (PlayPayloadHandler<CustomPacketPayload>) handler) == null;
    }

    public static boolean canSend(CustomPacketPayload.Type<?> type) {
        return (
            Minecraft.getInstance().getConnection() != null &&
            Minecraft.getInstance().getConnection().sendable.contains(type.id())
        );
    }

    public static void send(CustomPacketPayload payload) {
        if (Minecraft.getInstance().getConnection() == null) throw new IllegalStateException(
            "Cannot send packets when not in game!"
        );
        sender.accept(payload);
    }

    @FunctionalInterface
    public interface PlayPayloadHandler<T extends CustomPacketPayload> {
        void receive(T payload, Context context);
    }

    public interface Context {}
}
