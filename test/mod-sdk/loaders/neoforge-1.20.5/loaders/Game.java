package loaders;

import io.github.featurecontrol.sdk.neoforge.NeoForgeChannel;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.network.handling.IPayloadHandler;
import net.neoforged.neoforge.network.registration.PayloadRegistrar;

/** NeoForge up to 1.21.6, where both sides share one handler. */
public final class Game extends NeoForgeGame {
    @Override
    void load(Bus modBus) {
        new NeoForgeChannel(modBus);
    }

    @Override
    void fireClientRegistration(Bus modBus) {}

    @Override
    IPayloadHandler<?> clientHandler(CustomPacketPayload.Type<?> type) {
        return PayloadRegistrar.HANDLERS.get(type);
    }
}
