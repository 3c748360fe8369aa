package loaders;

import java.util.function.Consumer;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.EventPriority;
import net.minecraftforge.eventbus.api.IEventBus;

public final class Bus extends Listeners implements IEventBus {

    @Override
    public <T extends Event> void addListener(
        EventPriority priority,
        boolean receiveCancelled,
        Class<T> eventType,
        Consumer<T> consumer
    ) {
        add(eventType, consumer);
    }
}
