package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggedInEvent;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggingIn;
import net.minecraftforge.network.NetworkDirection;
import net.minecraftforge.network.NetworkEvent;
import net.minecraftforge.network.NetworkRegistry;
import org.apache.commons.lang3.tuple.Pair;

/** The channel on Forge up to 1.20.1. */
final class ForgeChannel118 extends ForgeTransport<Connection> {

    private final ResourceLocation name = new ResourceLocation(LoaderChannel.NAME);

    ForgeChannel118() {
        super(Connection::channel);
    }

    /** Accepts every version of the server, because players could not join servers without it otherwise. */
    @Override
    public void register() {
        NetworkRegistry.newEventChannel(name, () -> "1", version -> true, version -> true).addListener(
            (NetworkEvent.ServerCustomPayloadEvent event) -> receive(event)
        );
        // Forge 41.0.64, of 1.19, renamed the event.
        if (
            LoaderChannel.isPresent("net.minecraftforge.client.event.ClientPlayerNetworkEvent$LoggingIn")
        ) listen(LoggingIn.class, event -> event.getConnection());
        else listen(LoggedInEvent.class, event -> event.getConnection());
    }

    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        NetworkEvent.Context source = event.getSource().get();
        source.setPacketHandled(true);
        LoaderChannel.receive(source.getNetworkManager(), NettyTransport.contentOf(event.getPayload()));
    }

    /** Sends through netty, because the name of the game's own method differs between versions. */
    @Override
    void send(Connection connection, byte[] content) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        Packet<?> packet = NetworkDirection.PLAY_TO_SERVER.buildPacket(Pair.of(buffer, 0), name).getThis();
        connection.channel().writeAndFlush(packet);
    }
}
