package com.velocitypowered.api.event;

/** A handler passed to {@link EventManager#register(Object, Class, EventHandler)}. */
@FunctionalInterface
public interface EventHandler<E> {
    void execute(E event);

    default EventTask executeAsync(E event) {
        execute(event);
        return null;
    }
}
