package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.ServerboundCustomPayloadPacket;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.neoforge.client.event.ClientPlayerNetworkEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.event.TickEvent;
import net.neoforged.neoforge.network.NetworkEvent;
import net.neoforged.neoforge.network.NetworkRegistry;

/** The channel on NeoForge for 1.20.2 and 1.20.3, whose channels are still as Forge's were. */
final class NeoForgeChannel extends NettyTransport<Connection> {
    private static final int LARGEST_OF_ONE_BYTE = 0x7f;

    private NeoForgeChannel() {
        super(Connection::channel);
    }

    static void start(IEventBus modBus) {
        NeoForgeChannel transport = new NeoForgeChannel();
        if (!LoaderChannel.claim(transport)) return;
        try {
            // Whatever version the server has, as players could not join one without this channel otherwise.
            NetworkRegistry.newEventChannel(FeaturePayload.ID, () -> "1", version -> true, version -> true)
                .addListener((NetworkEvent.ServerCustomPayloadEvent event) -> receive(event));
        } catch (IllegalArgumentException taken) {
            LoaderChannel.reportTaken(taken);
            return;
        }
        NeoForge.EVENT_BUS.addListener(ClientPlayerNetworkEvent.LoggingIn.class,
            event -> transport.join(event.getConnection()));
        NeoForge.EVENT_BUS.addListener(TickEvent.ClientTickEvent.class, tick -> LoaderChannel.tick());
    }

    /**
     * This NeoForge reads a number of variable length from the front of every message. Of a JSON text that
     * is the first character; a number of several bytes begins no JSON text.
     */
    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        event.getSource().setPacketHandled(true);
        int first = event.getLoginIndex();
        if (first < 0 || first > LARGEST_OF_ONE_BYTE) return;
        byte[] rest = NettyTransport.contentOf(event.getPayload());
        byte[] content = new byte[rest.length + 1];
        content[0] = (byte) first;
        System.arraycopy(rest, 0, content, 1, rest.length);
        LoaderChannel.receive(event.getSource().getNetworkManager(), content);
    }

    /** It does not hear what Velocity announces, or forgets it with the next announcement. */
    @Override
    public Announcement announcement() {
        return Announcement.UNKNOWN;
    }

    /** With a payload of this library, as NeoForge sends its own with such a number before it. */
    @Override
    public void send(byte[] content) {
        Connection current = connection();
        if (current == null) return;
        current.channel().writeAndFlush(new ServerboundCustomPayloadPacket(new FeaturePayload(content)));
    }
}
