package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggingIn;
import net.minecraftforge.event.TickEvent;
import net.minecraftforge.event.network.CustomPayloadEvent;
import net.minecraftforge.network.ChannelBuilder;
import net.minecraftforge.network.EventNetworkChannel;

/** The channel on Forge from 1.20.2 on. */
final class ForgeChannel120 extends ForgeTransport<Connection> {

    private EventNetworkChannel channel;

    ForgeChannel120() {
        super(Connection::channel);
    }

    /** Accepts every version of the server, because players could not join servers without it otherwise. */
    @Override
    public void register() {
        channel = ChannelBuilder.named(LoaderChannel.NAME)
            .acceptedVersions((status, version) -> true)
            .eventNetworkChannel();
        channel.addListener((CustomPayloadEvent event) -> receive(event));
        if (LoaderChannel.isPresent("net.minecraftforge.eventbus.api.bus.EventBus")) listenOnBuses();
        else listen(LoggingIn.class, event -> event.getConnection());
    }

    /** From 1.21.6 on, each event has a bus of its own. */
    private void listenOnBuses() {
        LoggingIn.BUS.addListener(event -> join(event.getConnection()));
        TickEvent.ClientTickEvent.Post.BUS.addListener(event -> LoaderChannel.tick());
    }

    private static void receive(CustomPayloadEvent event) {
        CustomPayloadEvent.Context source = event.getSource();
        source.setPacketHandled(true);
        LoaderChannel.receive(source.getConnection(), NettyTransport.contentOf(event.getPayload()));
    }

    @Override
    void send(Connection connection, byte[] content) {
        channel.send(new FriendlyByteBuf(Unpooled.wrappedBuffer(content)), connection);
    }
}
