package net.minecraftforge.client.event;

import net.minecraft.network.Connection;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/client/event/ClientPlayerNetworkEvent.java, branch 1.17.x (2106a3c).
 */
public class ClientPlayerNetworkEvent extends Event {
    public native Connection getNetworkManager();

    /** Fired at each JoinGame. */
    public static class LoggedInEvent extends ClientPlayerNetworkEvent {}
}
