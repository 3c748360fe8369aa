package net.neoforged.bus.api;

import java.util.function.Consumer;

/**
 * Source: neoforged/Bus, src/main/java/net/neoforged/bus/api/IEventBus.java, tags 7.2 (a6fe11b) and 8.0
 * (574aabf).
 */
public interface IEventBus {
    <T extends Event> void addListener(Class<T> eventType, Consumer<T> consumer);
}
