package com.velocitypowered.api.event;

/** A handler given to {@link EventManager#register(Object, Class, EventHandler)}. */
@FunctionalInterface
public interface EventHandler<E> {
    void execute(E event);

    /** Null when nothing is left to wait for. */
    default EventTask executeAsync(E event) {
        throw new UnsupportedOperationException("declaration");
    }
}
