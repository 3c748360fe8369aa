package loaders;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.neoforged.bus.api.Event;
import net.neoforged.bus.api.IEventBus;

/** Calls the listeners of an event's class, in the order of their registration. */
public final class Bus implements IEventBus {
    private final List<Consumer<Event>> listeners = new ArrayList<>();

    @Override
    public <T extends Event> void addListener(Class<T> eventType, Consumer<T> consumer) {
        listeners.add(event -> {
            if (eventType.isInstance(event)) consumer.accept(eventType.cast(event));
        });
    }

    public void post(Event event) {
        new ArrayList<>(listeners).forEach(listener -> listener.accept(event));
    }
}
