package net.minecraftforge.fmllegacy.network.event;

import java.util.function.Consumer;
import net.minecraftforge.fmllegacy.network.NetworkEvent;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/event/EventNetworkChannel.java, branch 1.17.x (2106a3c).
 */
public class EventNetworkChannel {
    public native <T extends NetworkEvent> void addListener(Consumer<T> eventListener);
}
