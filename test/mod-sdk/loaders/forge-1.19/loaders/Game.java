package loaders;

import io.github.featurecontrol.sdk.forge.ForgeMod;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent;
import net.minecraftforge.eventbus.api.Event;

/** Forge from 1.19 to 1.20.1. */
public final class Game extends ChannelsGame {
    @Override
    void startCopy() {
        new ForgeMod();
    }

    @Override
    Event joinEvent() {
        return new ClientPlayerNetworkEvent.LoggingIn(connection);
    }
}
