package net.fabricmc.fabric.api.client.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.minecraft.class_310;

/**
 * Read in FabricMC/fabric,
 * fabric-lifecycle-events-v1/src/main/java/net/fabricmc/fabric/api/client/event/lifecycle/v1/,
 * branch 1.16 (3ede25f), and the same on 1.20.4 (26460e8).
 */
public final class ClientTickEvents {
    public static final Event<EndTick> END_CLIENT_TICK = end();

    private ClientTickEvents() {}

    private static native Event<EndTick> end();

    @FunctionalInterface
    public interface EndTick {
        void onEndTick(class_310 client);
    }
}
