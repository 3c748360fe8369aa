package loaders;

import java.util.function.Consumer;
import net.neoforged.bus.api.Event;
import net.neoforged.bus.api.IEventBus;

public final class Bus extends Listeners implements IEventBus {

    @Override
    public <T extends Event> void addListener(Class<T> eventType, Consumer<T> consumer) {
        add(eventType, consumer);
    }
}
