package loaders;

import io.github.featurecontrol.sdk.neoforge.NeoForgeMod;
import io.netty.buffer.Unpooled;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.event.TickEvent;
import net.neoforged.neoforge.network.connection.ConnectionUtils;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlerEvent;
import net.neoforged.neoforge.network.handling.IPlayPayloadHandler;
import net.neoforged.neoforge.network.handling.PlayPayloadContext;
import net.neoforged.neoforge.network.registration.ModdedPacketRegistrar;

/** NeoForge 1.20.4, which calls readers and handlers on the network thread. */
public final class Game extends ClientGame {
    private static final ResourceLocation CHANNEL = new ResourceLocation("service:feature-control");

    @Override
    void load(Bus modBus) {
        new NeoForgeMod(modBus);
    }

    @Override
    void fireRegistration(Bus modBus) {
        ClientPacketListener.sender = this::send;
        modBus.post(new RegisterPayloadHandlerEvent());
    }

    @Override
    Event tickEvent() {
        return new TickEvent.ClientTickEvent();
    }

    private void send(CustomPacketPayload payload) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(new byte[0]));
        payload.write(buffer);
        wire.send(Unpooled.contentOf(buffer));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void receive(String content) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(Wire.bytes(content)));
        CustomPacketPayload payload = (CustomPacketPayload) ModdedPacketRegistrar.READERS.get(CHANNEL).apply(
            buffer);
        PlayPayloadContext context = new PlayPayloadContext(new ConnectionUtils.Attributes(connection));
        ((IPlayPayloadHandler<CustomPacketPayload>) ModdedPacketRegistrar.HANDLERS.get(CHANNEL)).handle(
            payload, context);
    }
}
