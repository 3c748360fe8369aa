package loaders;

import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.EventPriority;
import net.minecraftforge.eventbus.api.bus.EventBus;

/** Forge from 1.21.6 on, where each event has a bus. The fake posts to all of them. */
public final class Buses {

    static final Bus ALL = new Bus();

    private Buses() {}

    public static <T extends Event> EventBus<T> of(Class<T> type) {
        return listener -> {
            ALL.addListener(EventPriority.NORMAL, false, type, listener);
            return null;
        };
    }
}
