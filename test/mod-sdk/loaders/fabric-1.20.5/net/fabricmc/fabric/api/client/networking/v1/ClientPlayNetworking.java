package net.fabricmc.fabric.api.client.networking.v1;

import java.util.HashMap;
import java.util.Map;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_8710;

/**
 * Like ClientNetworkingImpl and GlobalReceiverRegistry: a payload's type must be registered before its
 * receiver.
 */
public final class ClientPlayNetworking {
    public static final Map<class_2960, PlayPayloadHandler<?>> RECEIVERS = new HashMap<>();
    public static java.util.function.Consumer<class_8710> sender;

    private ClientPlayNetworking() {}

    public static <T extends class_8710> boolean registerGlobalReceiver(
            class_8710.class_9154<T> type, PlayPayloadHandler<T> handler) {
        if (!PayloadTypeRegistry.S2C.containsKey(type.comp_2242()))
            throw new IllegalArgumentException("no payload type has been registered for " + type);
        return RECEIVERS.putIfAbsent(type.comp_2242(), handler) == null;
    }

    public static boolean canSend(class_8710.class_9154<?> type) {
        class_310 client = class_310.method_1551();
        return client.method_1562() != null && client.method_1562().sendable.contains(type.comp_2242());
    }

    public static void send(class_8710 payload) {
        if (class_310.method_1551().method_1562() == null)
            throw new IllegalStateException("Cannot send packets when not in game!");
        sender.accept(payload);
    }

    @FunctionalInterface
    public interface PlayPayloadHandler<T extends class_8710> {
        void receive(T payload, Context context);
    }

    public interface Context {}
}
