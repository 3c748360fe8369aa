package net.minecraftforge.eventbus.api.listener;

/**
 * Source: MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/listener/EventListener.java,
 * version 7, as stored on 2026-11-28.
 */
public interface EventListener {}
