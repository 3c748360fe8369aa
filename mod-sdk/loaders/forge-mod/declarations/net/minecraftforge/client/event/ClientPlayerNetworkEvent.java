package net.minecraftforge.client.event;

import net.minecraft.network.Connection;
import net.minecraftforge.eventbus.api.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/client/event/ClientPlayerNetworkEvent.java, branches 1.19.x (fb7e448),
 * 1.20.1 (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public abstract class ClientPlayerNetworkEvent extends Event {
    public native Connection getConnection();

    public static class LoggingIn extends ClientPlayerNetworkEvent {}
}
