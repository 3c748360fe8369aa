package net.minecraftforge.eventbus.api;

import java.util.function.Consumer;

/**
 * Source: MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/IEventBus.java, tags 4.0
 * (6080a3f), 5.0 (b36e288) and 6.0 (901864e).
 */
public interface IEventBus {
    <T extends Event> void addListener(
        EventPriority priority,
        boolean receiveCancelled,
        Class<T> eventType,
        Consumer<T> consumer
    );
}
