package standin.events;

import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.plugin.PluginContainer;

/**
 * One handler of one event class.
 *
 * @param order higher runs earlier
 * @param listener what {@code unregisterListener} names it by
 * @param alwaysAsync whether an event that it is the first to hear moves to the plugin's pool (fact 8)
 */
record HandlerRegistration(
        PluginContainer plugin,
        Class<?> eventType,
        short order,
        Object listener,
        EventHandler<Object> handler,
        boolean alwaysAsync) {
}
