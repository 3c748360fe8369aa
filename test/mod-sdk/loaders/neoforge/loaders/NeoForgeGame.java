package loaders;

import io.netty.buffer.Unpooled;
import java.util.List;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.client.player.LocalPlayer;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.client.event.ClientTickEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadContext;
import net.neoforged.neoforge.network.handling.IPayloadHandler;
import net.neoforged.neoforge.network.registration.PayloadRegistrar;

/**
 * NeoForge from 1.20.5 on: payloads have codecs, handlers run as tasks on the client's thread, and each
 * message adds channel names to the ad-hoc channels of the connection.
 */
abstract class NeoForgeGame implements FakeGame {

    private final Minecraft minecraft = Minecraft.getInstance();
    private final Tasks tasks = new Tasks();
    private final Wire wire = new Wire();
    private Connection connection;

    /** Creates the mods, and then fires the registration events. */
    @Override
    public void start(String... libraries) {
        Bus modBus = new Bus();
        for (String library : libraries) Copies.create(library, "neoforge.NeoForgeMod", modBus);
        ClientPacketListener.sender = this::send;
        modBus.post(new RegisterPayloadHandlersEvent());
        fireClientRegistration(modBus);
    }

    /** Both sides share one handler up to 1.21.6. */
    void fireClientRegistration(Bus modBus) {}

    IPayloadHandler<?> clientHandler(CustomPacketPayload.Type<?> type) {
        return PayloadRegistrar.HANDLERS.get(type);
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        connection = new Connection(isSinglePlayer);
        minecraft.server = null;
        if (isSinglePlayer) return;
        minecraft.server = new ServerData();
        minecraft.server.ip = address;
    }

    @Override
    public void register(String content) {
        connection.channels.addAll(ChannelNames.separated(content));
    }

    @Override
    public boolean knows(String channel) {
        return connection.channels.contains(channel);
    }

    @Override
    public void joinGame() {
        minecraft.handler = new ClientPacketListener(connection);
        minecraft.player = new LocalPlayer();
    }

    @Override
    public void leaveWorld() {
        minecraft.player = null;
        minecraft.handler = null;
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        tasks.run();
        ((Bus) NeoForge.EVENT_BUS).post(new ClientTickEvent.Post());
    }

    @Override
    public void disconnect() {
        connection.isOpen = false;
        tasks.drop();
        minecraft.player = null;
        minecraft.handler = null;
        minecraft.server = null;
    }

    @Override
    public boolean detectsAnnouncements() {
        return true;
    }

    @Override
    public boolean hasConfigurationPhase() {
        return true;
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
    public void receive(byte[] content) {
        CustomPacketPayload.Type<?> type = PayloadRegistrar.CODECS.keySet().iterator().next();
        StreamCodec<?, ?> codec = PayloadRegistrar.CODECS.get(type);
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        CustomPacketPayload payload = ((StreamCodec<FriendlyByteBuf, CustomPacketPayload>) codec).decode(
            buffer
        );
        Connection from = connection;
        IPayloadContext context = new IPayloadContext() {
            @Override
            public Connection connection() {
                return from;
            }
        };
        tasks.add(() ->
            ((IPayloadHandler<CustomPacketPayload>) clientHandler(type)).handle(payload, context)
        );
    }
}
