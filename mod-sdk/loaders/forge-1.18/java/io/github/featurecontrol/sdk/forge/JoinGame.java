package io.github.featurecontrol.sdk.forge;

import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggedInEvent;

/** Listens to the JoinGame event by its name in Forge 1.18. */
final class JoinGame {
    private JoinGame() {}

    static void listen(ForgeTransport<Connection> transport) {
        transport.listen(LoggedInEvent.class, LoggedInEvent::getConnection);
    }
}
