package net.fabricmc.fabric.api.client.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.minecraft.class_310;

/**
 * Source: FabricMC/fabric,
 * fabric-lifecycle-events-v1/src/main/java/net/fabricmc/fabric/api/client/event/lifecycle/v1/ClientTickEvents.java,
 * branch 1.16 (3ede25f), and
 * fabric-lifecycle-events-v1/src/client/java/net/fabricmc/fabric/api/client/event/lifecycle/v1/ClientTickEvents.java,
 * branches 1.20.4 (26460e8), 1.20.6 (15e1071) and 1.21.1 (6823f7c).
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
