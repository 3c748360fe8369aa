package net.minecraftforge.event;

import loaders.Buses;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.bus.EventBus;

public interface TickEvent {
    interface ClientTickEvent extends TickEvent {
        final class Post extends Event implements ClientTickEvent {

            public static final EventBus<Post> BUS = Buses.of(Post.class);
        }
    }
}
