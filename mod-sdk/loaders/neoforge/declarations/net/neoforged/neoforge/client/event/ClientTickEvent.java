package net.neoforged.neoforge.client.event;

import net.neoforged.bus.api.Event;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/client/event/ClientTickEvent.java,
 * branches 1.20.x (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public abstract class ClientTickEvent extends Event {

    public static class Post extends ClientTickEvent {

        public Post() {}
    }
}
