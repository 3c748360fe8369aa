package io.github.featurecontrol.sdk.forge;

import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggingIn;

/** The event of JoinGame as Forge names it from 1.19 on. */
final class JoinGame {
    private JoinGame() {}

    static void follow(ForgeTransport<Connection> transport) {
        transport.listen(LoggingIn.class, LoggingIn::getConnection);
    }
}
