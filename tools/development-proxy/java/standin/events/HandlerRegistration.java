package standin.events;

import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.plugin.PluginContainer;

/**
 * One handler of one event class.
 *
 * @param listener the object that identifies it in {@code unregisterListener}
 * @param alwaysAsync whether an event moves to the plugin's pool if this is its first handler (fact 8 in
 * tools/development-proxy/README.md)
 */
record HandlerRegistration(
    PluginContainer plugin,
    Class<?> eventType,
    Object listener,
    EventHandler<Object> handler,
    boolean alwaysAsync
) {}
