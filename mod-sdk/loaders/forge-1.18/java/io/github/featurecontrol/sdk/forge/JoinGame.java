package io.github.featurecontrol.sdk.forge;

import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggedInEvent;

/** The event of JoinGame as Forge 1.18 names it. */
final class JoinGame {
    private JoinGame() {}

    static void follow(ForgeTransport<Connection> transport) {
        transport.listen(LoggedInEvent.class, LoggedInEvent::getConnection);
    }
}
