package com.velocitypowered.api.event;

import java.util.concurrent.CompletableFuture;

/** Registers handlers and fires events. */
public interface EventManager {
    /**
     * Registers a handler that always runs on the plugin's pool, never on the thread that fires (fact 8 in
     * tools/development-proxy/README.md).
     */
    <E> void register(Object plugin, Class<E> eventClass, EventHandler<E> handler);

    <E> CompletableFuture<E> fire(E event);
}
