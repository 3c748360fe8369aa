package net.neoforged.neoforge.client.event;

import net.minecraft.network.Connection;
import net.neoforged.bus.api.Event;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/client/event/ClientPlayerNetworkEvent.java, branch 1.20.2 (4a4486b).
 */
public abstract class ClientPlayerNetworkEvent extends Event {
    public native Connection getConnection();

    /** Fired at each JoinGame. */
    public static class LoggingIn extends ClientPlayerNetworkEvent {}
}
