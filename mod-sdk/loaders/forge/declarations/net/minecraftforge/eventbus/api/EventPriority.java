package net.minecraftforge.eventbus.api;

/**
 * Read in MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/EventPriority.java, version
 * 6.
 */
public enum EventPriority {
    NORMAL
}
