package loaders;

import io.netty.buffer.Unpooled;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.client.event.ClientTickEvent;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadContext;
import net.neoforged.neoforge.network.handling.IPayloadHandler;
import net.neoforged.neoforge.network.registration.PayloadRegistrar;

/** NeoForge from 1.20.5 on: payloads have codecs; handlers run as tasks on the client's thread. */
abstract class NeoForgeGame extends ClientGame {
    abstract void fireClientRegistration(Bus modBus);

    abstract IPayloadHandler<?> clientHandler(CustomPacketPayload.Type<?> type);

    @Override
    void fireRegistration(Bus modBus) {
        ClientPacketListener.sender = this::send;
        modBus.post(new RegisterPayloadHandlersEvent());
        fireClientRegistration(modBus);
    }

    @Override
    Event tickEvent() {
        return new ClientTickEvent.Post();
    }

    @SuppressWarnings("unchecked")
    private void send(CustomPacketPayload payload) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(new byte[0]));
        StreamCodec<?, ?> codec = PayloadRegistrar.CODECS.get(payload.type());
        ((StreamCodec<FriendlyByteBuf, CustomPacketPayload>) codec).encode(buffer, payload);
        wire.send(Unpooled.contentOf(buffer));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void receive(String content) {
        CustomPacketPayload.Type<?> type = PayloadRegistrar.CODECS.keySet().iterator().next();
        StreamCodec<?, ?> codec = PayloadRegistrar.CODECS.get(type);
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(Wire.bytes(content)));
        CustomPacketPayload payload = ((StreamCodec<FriendlyByteBuf,
            CustomPacketPayload>) codec).decode(buffer);
        Connection from = connection;
        IPayloadContext context = new IPayloadContext() {
            @Override
            public Connection connection() {
                return from;
            }
        };
        tasks.add(() -> ((IPayloadHandler<CustomPacketPayload>) clientHandler(type)).handle(payload,
            context));
    }
}
