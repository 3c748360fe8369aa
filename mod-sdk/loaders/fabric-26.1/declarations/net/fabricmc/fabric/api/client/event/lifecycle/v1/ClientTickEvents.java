package net.fabricmc.fabric.api.client.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.minecraft.client.Minecraft;

/**
 * Source: FabricMC/fabric-api,
 * fabric-lifecycle-events-v1/src/client/java/net/fabricmc/fabric/api/client/event/lifecycle/v1/ClientTickEvents.java,
 * commit 38c2ffb (26.1).
 */
public final class ClientTickEvents {

    public static final Event<EndTick> END_CLIENT_TICK = end();

    private ClientTickEvents() {}

    private static native Event<EndTick> end();

    @FunctionalInterface
    public interface EndTick {
        void onEndTick(Minecraft client);
    }
}
