package net.neoforged.neoforge.client.event;

import net.neoforged.bus.api.Event;

/**
 * Read in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/client/event/ClientTickEvent.java, branch
 * 1.21.1.
 */
public abstract class ClientTickEvent extends Event {
    public static class Post extends ClientTickEvent {
        public Post() {}
    }
}
