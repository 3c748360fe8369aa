package net.minecraftforge.event;

import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.bus.EventBus;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/event/TickEvent.java, branches
 * 1.16.x (54233da), 1.18.x (99cff44), 1.19.x (fb7e448), 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b);
 * from 1.21.6 on, commit 0728fed of a fork.
 */
public class TickEvent extends Event {

    public static class ClientTickEvent extends TickEvent {

        /** From 1.21.6 on, where the outer classes are interfaces. */
        public static class Post extends ClientTickEvent {

            public static final EventBus<Post> BUS = bus();

            private static native EventBus<Post> bus();
        }
    }
}
