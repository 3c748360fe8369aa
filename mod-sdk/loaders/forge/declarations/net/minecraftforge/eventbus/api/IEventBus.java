package net.minecraftforge.eventbus.api;

import java.util.function.Consumer;

/**
 * Read in MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/IEventBus.java, version 6.
 */
public interface IEventBus {
    <T extends Event> void addListener(
        EventPriority priority, boolean receiveCancelled, Class<T> eventType, Consumer<T> consumer);
}
