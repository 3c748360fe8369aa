package net.neoforged.neoforge.network.event;

import java.util.function.Consumer;
import net.neoforged.neoforge.network.NetworkEvent;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/event/EventNetworkChannel.java,
 * branch 1.20.2 (4a4486b).
 */
public class EventNetworkChannel {
    public native <T extends NetworkEvent> void addListener(Consumer<T> eventListener);
}
