package net.minecraftforge.client.event;

import net.minecraft.network.Connection;
import net.minecraft.network.NetworkManager;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.bus.EventBus;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/client/event/ClientPlayerNetworkEvent.java, branches 1.16.x (54233da), 1.18.x
 * (99cff44), 1.19.x (fb7e448), 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b); from 1.21.6 on, where each
 * event has a bus and the outer class is an interface, commit 0728fed of a fork.
 */
public class ClientPlayerNetworkEvent extends Event {

    /** Fired at each JoinGame, up to 1.18.2. Its getters exist on 1.16.5, and from 1.17 on. */
    public static class LoggedInEvent extends ClientPlayerNetworkEvent {

        public native NetworkManager getNetworkManager();

        public native Connection getConnection();
    }

    /** The same, from 1.19 on. */
    public static class LoggingIn extends ClientPlayerNetworkEvent {

        /** From 1.21.6 on. */
        public static final EventBus<LoggingIn> BUS = bus();

        public native Connection getConnection();

        private static native EventBus<LoggingIn> bus();
    }
}
