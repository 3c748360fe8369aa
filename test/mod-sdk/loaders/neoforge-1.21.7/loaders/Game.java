package loaders;

import io.github.featurecontrol.sdk.neoforge.NeoForgeChannel;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.client.network.event.RegisterClientPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/** From 1.21.7 on the client's handlers are registered apart, and one has to be there for each payload. */
public final class Game extends NeoForgeGame {
    @Override
    void load(Bus modBus) {
        new NeoForgeChannel(modBus);
    }

    @Override
    void fireClientRegistration(Bus modBus) {
        modBus.post(new RegisterClientPayloadHandlersEvent());
    }

    @Override
    IPayloadHandler<?> clientHandler(CustomPacketPayload.Type<?> type) {
        return RegisterClientPayloadHandlersEvent.HANDLERS.get(type);
    }
}
