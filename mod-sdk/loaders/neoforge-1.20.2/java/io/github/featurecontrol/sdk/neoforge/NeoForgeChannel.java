package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import net.minecraft.client.Minecraft;
import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.ServerboundCustomPayloadPacket;
import net.neoforged.bus.api.IEventBus;
import net.neoforged.neoforge.client.event.ClientPlayerNetworkEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.event.TickEvent;
import net.neoforged.neoforge.network.NetworkEvent;
import net.neoforged.neoforge.network.NetworkRegistry;

/** The channel on NeoForge for 1.20.2 and 1.20.3, which still has the channel API of Forge. */
final class NeoForgeChannel extends NettyTransport<Connection> {
    private static final int MAX_SINGLE_BYTE_VARINT = 0x7f;

    private NeoForgeChannel() {
        super(Connection::channel);
    }

    static void start(IEventBus modBus) {
        NeoForgeChannel transport = new NeoForgeChannel();
        if (!LoaderChannel.claim(transport)) return;
        try {
            // Accepts every version of the server: players could not join servers without it otherwise.
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
     * Restores the first byte of the message. This NeoForge reads a VarInt from the start of every message,
     * which consumes the first character of a JSON text. A JSON text never starts with a VarInt of several
     * bytes.
     */
    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        event.getSource().setPacketHandled(true);
        int first = event.getLoginIndex();
        if (first < 0 || first > MAX_SINGLE_BYTE_VARINT) return;
        byte[] rest = NettyTransport.contentOf(event.getPayload());
        byte[] content = new byte[rest.length + 1];
        content[0] = (byte) first;
        System.arraycopy(rest, 0, content, 1, rest.length);
        LoaderChannel.receive(event.getSource().getNetworkManager(), content);
    }

    /** There is no player while the client is reconfigured between two game servers. */
    @Override
    public boolean isInGame() {
        return super.isInGame() && Minecraft.getInstance().player != null;
    }

    /** This NeoForge ignores Velocity's announcement, or discards it at the next announcement. */
    @Override
    public Announcement announcement() {
        return Announcement.UNKNOWN;
    }

    /** Sends a payload class of this library, because NeoForge's own adds a VarInt before the content. */
    @Override
    public void send(byte[] content) {
        Connection current = connection();
        if (current == null) return;
        current.channel().writeAndFlush(new ServerboundCustomPayloadPacket(new FeaturePayload(content)));
    }
}
