package loaders;

import io.github.featurecontrol.sdk.forge.ForgeChannel;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent;
import net.minecraftforge.eventbus.api.Event;

/** Forge 1.16.5 to 1.18.2, where mods start the loader part themselves. */
public final class Game extends ChannelsGame {
    @Override
    void startCopy() {
        ForgeChannel.start();
    }

    @Override
    public String starter() {
        return "forge.ForgeChannel";
    }

    @Override
    Event joinEvent() {
        return new ClientPlayerNetworkEvent.LoggedInEvent(connection);
    }
}
