package net.fabricmc.fabric.api.client.event.lifecycle.v1;

import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.event.Event;
import net.minecraft.client.Minecraft;

public final class ClientTickEvents {

    public static final List<EndTick> LISTENERS = new ArrayList<>();
    public static final Event<EndTick> END_CLIENT_TICK = new Event<EndTick>() {
        @Override
        public void register(EndTick listener) {
            LISTENERS.add(listener);
        }
    };

    private ClientTickEvents() {}

    @FunctionalInterface
    public interface EndTick {
        void onEndTick(Minecraft client);
    }
}
