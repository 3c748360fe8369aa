package loaders;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls the listeners of an event's class, in the order of their registration. */
class Listeners {

    private final List<Consumer<Object>> listeners = new ArrayList<>();

    final <T> void add(Class<T> eventType, Consumer<T> listener) {
        listeners.add(event -> {
            if (eventType.isInstance(event)) listener.accept(eventType.cast(event));
        });
    }

    public final void post(Object event) {
        new ArrayList<>(listeners).forEach(listener -> listener.accept(event));
    }
}
