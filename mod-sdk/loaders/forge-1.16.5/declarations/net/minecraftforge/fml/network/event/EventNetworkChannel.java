package net.minecraftforge.fml.network.event;

import java.util.function.Consumer;
import net.minecraftforge.fml.network.NetworkEvent;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/network/event/EventNetworkChannel.java, branch 1.16.x (54233da).
 */
public class EventNetworkChannel {

    public native <T extends NetworkEvent> void addListener(Consumer<T> eventListener);
}
