package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.channel.Channel;
import java.util.function.Consumer;
import java.util.function.Function;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.event.TickEvent;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.EventPriority;

/**
 * The transport on Forge from 1.16.5 on.
 *
 * @param <C> the game's connection class, which has another name before 1.17
 */
abstract class ForgeTransport<C> extends NettyTransport<C> {

    ForgeTransport(Function<C, Channel> channelOf) {
        super(channelOf);
    }

    abstract void send(C connection, byte[] content);

    /**
     * Listens on the event bus of Forge up to 1.21.5.
     *
     * @param joinEvent the event that is fired at each JoinGame
     */
    final <T extends Event> void listen(Class<T> joinEvent, Function<T, C> connectionOf) {
        on(joinEvent, event -> join(connectionOf.apply(event)));
        on(TickEvent.ClientTickEvent.class, event -> LoaderChannel.tick());
    }

    private static <T extends Event> void on(Class<T> type, Consumer<T> listener) {
        MinecraftForge.EVENT_BUS.addListener(EventPriority.NORMAL, false, type, listener);
    }

    /** Forge until 1.20.1 ignores Velocity's announcement, or discards it at the next announcement. */
    @Override
    public final Announcement announcement() {
        return Announcement.UNKNOWN;
    }

    @Override
    public final void send(byte[] content) {
        C current = connection();
        if (current != null) send(current, content);
    }
}
