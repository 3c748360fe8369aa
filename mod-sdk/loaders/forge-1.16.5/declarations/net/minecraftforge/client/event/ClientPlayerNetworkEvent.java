package net.minecraftforge.client.event;

import net.minecraft.network.NetworkManager;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/client/event/ClientPlayerNetworkEvent.java, branch 1.16.x (54233da).
 */
public class ClientPlayerNetworkEvent extends Event {
    public native NetworkManager getNetworkManager();

    /** Fired at each JoinGame. */
    public static class LoggedInEvent extends ClientPlayerNetworkEvent {}
}
