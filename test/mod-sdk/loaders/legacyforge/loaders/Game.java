package loaders;

import com.google.common.collect.ImmutableSet;
import io.netty.buffer.Unpooled;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.minecraft.client.entity.EntityPlayerSP;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.PacketBuffer;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.fml.client.FMLClientHandler;
import net.minecraftforge.fml.common.gameevent.TickEvent;
import net.minecraftforge.fml.common.network.FMLEventChannel;
import net.minecraftforge.fml.common.network.FMLNetworkEvent;
import net.minecraftforge.fml.common.network.NetworkRegistry;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.Side;

/**
 * Forge 1.8.9 and 1.12.2: channel names on REGISTER, separated by NUL, fire an event; a vanilla server counts
 * as connected at JoinGame; messages fire an event of their channel.
 */
public final class Game implements FakeGame {

    private static final String CHANNEL = "fc:features";
    private final Wire wire = new Wire();
    private final Set<String> known = new HashSet<>();
    private FakeChannel channel;
    private NetworkManager manager;

    @Override
    public void start(String... libraries) {
        FMLEventChannel.sender = packet -> {
            if (packet.channel.equals(CHANNEL)) wire.send(Unpooled.contentOf(packet.payload()));
        };
        for (String library : libraries) Copies.create(library, "ForgeMod");
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        known.clear();
        channel = new FakeChannel(address, isSinglePlayer);
        manager = new NetworkManager(channel);
    }

    @Override
    public void register(String content) {
        known.addAll(ChannelNames.separated(content));
        ImmutableSet<String> names = new ImmutableSet<>(ChannelNames.separated(content)) {};
        MinecraftForge.EVENT_BUS.post(
            new FMLNetworkEvent.CustomPacketRegistrationEvent<>(manager, names, "REGISTER", Side.CLIENT)
        );
    }

    @Override
    public boolean knows(String channel) {
        return known.contains(channel);
    }

    @Override
    public void joinGame() {
        MinecraftForge.EVENT_BUS.post(new FMLNetworkEvent.ClientConnectedToServerEvent(manager, "VANILLA"));
        FMLClientHandler.instance().player = new EntityPlayerSP();
    }

    @Override
    public void receive(byte[] content) {
        PacketBuffer payload = new PacketBuffer(Unpooled.wrappedBuffer(content));
        NetworkRegistry.INSTANCE.channels
            .get(CHANNEL)
            .bus.post(
                new FMLNetworkEvent.ClientCustomPacketEvent(manager, new FMLProxyPacket(payload, CHANNEL))
            );
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        MinecraftForge.EVENT_BUS.post(new TickEvent.ClientTickEvent());
    }

    @Override
    public void disconnect() {
        channel.isOpen = false;
        FMLClientHandler.instance().player = null;
    }

    @Override
    public boolean detectsAnnouncements() {
        return true;
    }

    @Override
    public String channel() {
        return CHANNEL;
    }
}
