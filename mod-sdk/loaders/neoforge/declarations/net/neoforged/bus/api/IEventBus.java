package net.neoforged.bus.api;

import java.util.function.Consumer;

/** Read in neoforged/Bus, src/main/java/net/neoforged/bus/api/IEventBus.java. */
public interface IEventBus {
    <T extends Event> void addListener(Class<T> eventType, Consumer<T> consumer);
}
