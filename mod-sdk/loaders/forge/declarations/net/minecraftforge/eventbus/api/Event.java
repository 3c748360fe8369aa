package net.minecraftforge.eventbus.api;

/** Read in MinecraftForge/EventBus, src/main/java/net/minecraftforge/eventbus/api/Event.java, version 6. */
public class Event {}
