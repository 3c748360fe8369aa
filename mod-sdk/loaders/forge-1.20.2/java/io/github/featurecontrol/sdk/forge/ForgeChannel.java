package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;
import net.minecraftforge.network.ChannelBuilder;
import net.minecraftforge.network.EventNetworkChannel;

/** The channel on Forge from 1.20.2 to 1.21.5, the last version with this event bus. */
final class ForgeChannel {
    private static EventNetworkChannel channel;

    private ForgeChannel() {}

    static void start() {
        ForgeTransport<Connection> transport = new ForgeTransport<>(Connection::channel, ForgeChannel::send);
        if (transport.claim(ForgeChannel::register)) JoinGame.listen(transport);
    }

    /** Accepts every version of the server, because players could not join servers without it otherwise. */
    private static void register() {
        channel = ChannelBuilder.named(LoaderChannel.NAME)
            .acceptedVersions((status, version) -> true)
            .eventNetworkChannel();
        channel.addListener((CustomPayloadEvent event) -> receive(event));
    }

    private static void receive(CustomPayloadEvent event) {
        CustomPayloadEvent.Context source = event.getSource();
        source.setPacketHandled(true);
        LoaderChannel.receive(source.getConnection(), NettyTransport.contentOf(event.getPayload()));
    }

    private static void send(Connection connection, byte[] content) {
        channel.send(new FriendlyByteBuf(Unpooled.wrappedBuffer(content)), connection);
    }
}
