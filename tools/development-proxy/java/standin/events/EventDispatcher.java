package standin.events;

import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.plugin.PluginManager;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Delivers events like Velocity (facts 8, 15 and 16 in tools/development-proxy/README.md). */
public final class EventDispatcher implements EventManager {

    private final PluginManager plugins;
    private final List<HandlerRegistration> registrations = new CopyOnWriteArrayList<>();
    private final Map<Class<?>, HandlerRegistration[]> byEvent = new ConcurrentHashMap<>();

    public EventDispatcher(PluginManager plugins) {
        this.plugins = plugins;
    }

    /** Registers the {@link Subscribe} methods of a plugin's main object. */
    public void registerMethods(PluginContainer plugin, Object listener) {
        add(SubscribedMethods.of(plugin, Objects.requireNonNull(listener, "listener")));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <E> void register(Object plugin, Class<E> eventClass, EventHandler<E> handler) {
        PluginContainer container = containerOf(plugin);
        Objects.requireNonNull(eventClass, "eventClass");
        Objects.requireNonNull(handler, "handler");
        add(List.of(new HandlerRegistration(container, eventClass, (EventHandler<Object>) handler, true)));
    }

    @Override
    public <E> CompletableFuture<E> fire(E event) {
        HandlerRegistration[] handlers = byEvent.computeIfAbsent(event.getClass(), this::handlersOf);
        return new Delivery<>(event, handlers).start();
    }

    public void unregisterListeners(Object plugin) {
        PluginContainer container = containerOf(plugin);
        remove(registration -> registration.plugin() == container);
    }

    /** A plugin has no container while its constructor runs (fact 15). */
    private PluginContainer containerOf(Object plugin) {
        return plugins
            .fromInstance(Objects.requireNonNull(plugin, "plugin"))
            .orElseThrow(() ->
                new IllegalArgumentException(plugin.getClass().getName() + " does not have a container.")
            );
    }

    private HandlerRegistration[] handlersOf(Class<?> eventClass) {
        return registrations
            .stream()
            .filter(registration -> registration.eventType().isAssignableFrom(eventClass))
            .toArray(HandlerRegistration[]::new);
    }

    private void add(List<HandlerRegistration> added) {
        registrations.addAll(added);
        byEvent.clear();
    }

    private void remove(Predicate<HandlerRegistration> condition) {
        registrations.removeIf(condition);
        byEvent.clear();
    }
}
