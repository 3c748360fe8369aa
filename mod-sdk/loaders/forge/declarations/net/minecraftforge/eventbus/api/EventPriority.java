package net.minecraftforge.eventbus.api;

/**
 * Source: MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/EventPriority.java, tags
 * 4.0 (6080a3f), 5.0 (b36e288) and 6.0 (901864e).
 */
public enum EventPriority {
    NORMAL,
}
