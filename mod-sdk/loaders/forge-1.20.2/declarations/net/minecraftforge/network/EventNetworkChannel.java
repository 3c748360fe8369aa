package net.minecraftforge.network;

import java.util.function.Consumer;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/EventNetworkChannel.java,
 * commit 16defac (1.20.2), branches 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public class EventNetworkChannel extends Channel<FriendlyByteBuf> {

    public native <T extends CustomPayloadEvent> EventNetworkChannel addListener(Consumer<T> eventListener);
}
