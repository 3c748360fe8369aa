package net.minecraftforge.eventbus.api.bus;

import java.util.function.Consumer;
import net.minecraftforge.eventbus.api.listener.EventListener;

/**
 * Source: MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/bus/EventBus.java, version 7, as
 * stored on 2026-11-28.
 */
public interface EventBus<T> {
    EventListener addListener(Consumer<T> listener);
}
