package net.neoforged.neoforge.client.network.event;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.network.handling.IPayloadHandler;
import net.neoforged.neoforge.network.registration.PayloadRegistrar;

/** Like ClientNetworkRegistry: rejects payloads that were not registered before, and a second handler. */
public class RegisterClientPayloadHandlersEvent extends Event {

    public static final Map<CustomPacketPayload.Type<?>, IPayloadHandler<?>> HANDLERS = new HashMap<>();

    public <T extends CustomPacketPayload> void register(
        CustomPacketPayload.Type<T> type,
        IPayloadHandler<T> handler
    ) {
        if (!PayloadRegistrar.CODECS.containsKey(type)) throw new IllegalArgumentException(
            "Cannot register client handler for unknown payload type " + type
        );
        if (HANDLERS.putIfAbsent(type, handler) != null) throw new UnsupportedOperationException(
            "Duplicate handler registration for payload " + type
        );
    }
}
