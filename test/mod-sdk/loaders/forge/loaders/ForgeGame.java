package loaders;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.event.TickEvent;

/** Forge, which fires an event at each JoinGame. */
abstract class ForgeGame implements FakeGame {

    static final String CHANNEL = "service:feature-control";
    final Wire wire = new Wire();
    /** The channels that the server has registered. */
    final Set<String> known = new HashSet<>();
    Connection connection;
    private FakeChannel channel;

    @Override
    public void start(String... libraries) {
        for (String library : libraries) Copies.create(library, "ForgeMod");
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        channel = new FakeChannel(address, isSinglePlayer);
        connection = new Connection(channel);
        known.clear();
    }

    /** Like MCRegisterPacketHandler up to 1.20.1: each message replaces the names known before. */
    @Override
    public void register(String content) {
        known.clear();
        known.addAll(ChannelNames.terminated(content));
    }

    @Override
    public boolean knows(String channel) {
        return known.contains(channel);
    }

    @Override
    public void joinGame() {
        ((Bus) MinecraftForge.EVENT_BUS).post(new ClientPlayerNetworkEvent.LoggingIn(connection));
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        ((Bus) MinecraftForge.EVENT_BUS).post(new TickEvent.ClientTickEvent());
    }

    @Override
    public void disconnect() {
        channel.isOpen = false;
    }

    @Override
    public boolean detectsAnnouncements() {
        return false;
    }
}
