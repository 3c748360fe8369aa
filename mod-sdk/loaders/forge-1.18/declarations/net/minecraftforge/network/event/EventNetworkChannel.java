package net.minecraftforge.network.event;

import java.util.function.Consumer;
import net.minecraftforge.network.NetworkEvent;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/network/event/EventNetworkChannel.java, branches 1.18.x (99cff44), 1.19.x
 * (fb7e448) and 1.20.1 (f7e5db7).
 */
public class EventNetworkChannel {

    public native <T extends NetworkEvent> void addListener(Consumer<T> eventListener);
}
