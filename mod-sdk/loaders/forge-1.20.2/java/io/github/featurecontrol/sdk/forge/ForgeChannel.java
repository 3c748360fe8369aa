package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;
import net.minecraftforge.network.ChannelBuilder;
import net.minecraftforge.network.EventNetworkChannel;

/** The channel on Forge from 1.20.2 to 1.21.5, the last with this event bus. */
final class ForgeChannel {
    private static EventNetworkChannel channel;

    private ForgeChannel() {}

    static void start() {
        ForgeTransport transport = new ForgeTransport(ForgeChannel::send);
        if (!LoaderChannel.claim(transport)) return;
        try {
            // Whatever the server has, as players could not join servers without this channel otherwise.
            channel = ChannelBuilder.named(LoaderChannel.NAME)
                .acceptedVersions((status, version) -> true)
                .eventNetworkChannel();
        } catch (IllegalArgumentException taken) {
            LoaderChannel.reportTaken(taken);
            return;
        }
        channel.addListener((CustomPayloadEvent event) -> receive(event));
        transport.listen();
    }

    private static void receive(CustomPayloadEvent event) {
        event.getSource().setPacketHandled(true);
        ForgeTransport.receive(event.getSource().getConnection(), event.getPayload());
    }

    private static void send(Connection connection, byte[] content) {
        channel.send(new FriendlyByteBuf(Unpooled.wrappedBuffer(content)), connection);
    }
}
