package net.neoforged.neoforge.client.network.event;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/**
 * Source: neoforged/NeoForge,
 * src/client/java/net/neoforged/neoforge/client/network/event/RegisterClientPayloadHandlersEvent.java,
 * commit 3d503cc.
 */
public class RegisterClientPayloadHandlersEvent extends Event {

    public native <T extends CustomPacketPayload> void register(
        CustomPacketPayload.Type<T> type,
        IPayloadHandler<T> handler
    );
}
