package com.velocitypowered.api.event;

/** A handler given to {@link EventManager#register(Object, Class, EventHandler)}. */
@FunctionalInterface
public interface EventHandler<E> {
    void execute(E event);

    /** Returns null if the event need not wait. */
    default EventTask executeAsync(E event) {
        throw new UnsupportedOperationException("declaration");
    }
}
