package standin.events;

import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.plugin.PluginContainer;

/**
 * One handler of one event class.
 *
 * @param alwaysAsync whether an event moves to the plugin's pool if this is its first handler (fact 8 in
 * tools/development-proxy/README.md)
 */
record HandlerRegistration(
    PluginContainer plugin,
    Class<?> eventType,
    EventHandler<Object> handler,
    boolean alwaysAsync
) {}
