package io.github.featurecontrol.sdk.forge;

import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggingIn;

/** Listens to the JoinGame event by its name in Forge from 1.19 on. */
final class JoinGame {
    private JoinGame() {}

    static void listen(ForgeTransport<Connection> transport) {
        transport.listen(LoggingIn.class, LoggingIn::getConnection);
    }
}
