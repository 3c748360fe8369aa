package net.minecraftforge.network;

import java.util.function.Consumer;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;

public class EventNetworkChannel extends Channel<FriendlyByteBuf> {

    public Consumer<CustomPayloadEvent> listener;

    @SuppressWarnings("unchecked")
    public <T extends CustomPayloadEvent> EventNetworkChannel addListener(Consumer<T> eventListener) {
        listener = (Consumer<CustomPayloadEvent>) eventListener;
        return this;
    }
}
