package loaders;

import io.github.featurecontrol.sdk.neoforge.NeoForgeMod;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.ServerboundCustomPayloadPacket;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.client.event.ClientPlayerNetworkEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.event.TickEvent;
import net.neoforged.neoforge.network.NetworkEvent;
import net.neoforged.neoforge.network.NetworkRegistry;

/**
 * NeoForge 1.20.2: MCRegisterPacketHandler is Forge's of 1.20.1, and SimplePayload.inbound reads a number of
 * variable length from the front of each message.
 */
public final class Game implements FakeGame {
    private static final ResourceLocation CHANNEL = new ResourceLocation("service:feature-control");
    private final Bus bus = (Bus) NeoForge.EVENT_BUS;
    private final Wire wire = new Wire();
    private Set<String> known = Set.of();
    private FakeChannel channel;
    private Connection connection;

    @Override
    public void start(int copies) {
        FakeChannel.sender = message -> {
            FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(new byte[0]));
            ((ServerboundCustomPayloadPacket) message).payload().write(buffer);
            wire.send(Unpooled.contentOf(buffer));
        };
        for (int copy = 0; copy < copies; copy++) new NeoForgeMod(new Bus());
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        channel = new FakeChannel(address, isSinglePlayer);
        connection = new Connection(channel);
    }

    @Override
    public void register(String content) {
        known = ChannelNames.terminated(content);
    }

    @Override
    public boolean knows(String channel) {
        return known.contains(channel);
    }

    @Override
    public void joinGame() {
        bus.post(new ClientPlayerNetworkEvent.LoggingIn(connection));
    }

    @Override
    public void receive(String content) {
        byte[] bytes = Wire.bytes(content);
        int number = 0;
        int read = 0;
        do {
            number |= (bytes[read] & 0x7f) << 7 * read;
        } while ((bytes[read++] & 0x80) != 0);
        byte[] rest = Arrays.copyOfRange(bytes, read, bytes.length);
        NetworkEvent.ServerCustomPayloadEvent event = new NetworkEvent.ServerCustomPayloadEvent(
            new FriendlyByteBuf(Unpooled.wrappedBuffer(rest)), connection, number);
        NetworkRegistry.CHANNELS.get(CHANNEL).listener.accept(event);
        if (!event.getSource().isHandled) throw new AssertionError("the packet counts as unknown");
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        bus.post(new TickEvent.ClientTickEvent());
    }

    @Override
    public void disconnect() {
        channel.isOpen = false;
    }

    /** What is known is lost with the next announcement. */
    @Override
    public boolean hearsAnnouncements() {
        return false;
    }
}
