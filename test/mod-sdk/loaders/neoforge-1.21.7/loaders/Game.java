package loaders;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.client.network.event.RegisterClientPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/** NeoForge from 1.21.7 on, where the handlers of the client are registered separately, for each payload. */
public final class Game extends NeoForgeGame {

    @Override
    void fireClientRegistration(Bus modBus) {
        modBus.post(new RegisterClientPayloadHandlersEvent());
    }

    @Override
    IPayloadHandler<?> clientHandler(CustomPacketPayload.Type<?> type) {
        return RegisterClientPayloadHandlersEvent.HANDLERS.get(type);
    }
}
