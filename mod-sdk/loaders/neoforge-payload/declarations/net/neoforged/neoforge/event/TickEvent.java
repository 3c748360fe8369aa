package net.neoforged.neoforge.event;

import net.neoforged.bus.api.Event;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/event/TickEvent.java, branches 1.20.2
 * (4a4486b) and 1.20.4 (8ef74db).
 */
public class TickEvent extends Event {
    public static class ClientTickEvent extends TickEvent {}
}
