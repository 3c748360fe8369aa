package net.minecraftforge.network.event;

import java.util.function.Consumer;
import net.minecraftforge.network.NetworkEvent;

public class EventNetworkChannel {

    public Consumer<NetworkEvent> listener;

    @SuppressWarnings("unchecked")
    public <T extends NetworkEvent> void addListener(Consumer<T> eventListener) {
        listener = (Consumer<NetworkEvent>) (Consumer<?>) eventListener;
    }
}
