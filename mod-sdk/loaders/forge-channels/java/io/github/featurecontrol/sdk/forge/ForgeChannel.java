package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.network.NetworkDirection;
import net.minecraftforge.network.NetworkEvent;
import net.minecraftforge.network.NetworkRegistry;
import org.apache.commons.lang3.tuple.Pair;

/** The channel on Forge from 1.18 to 1.20.1. */
public final class ForgeChannel {
    private static final ResourceLocation NAME = new ResourceLocation(LoaderChannel.NAME);

    private ForgeChannel() {}

    /** Starts the library. Each mod that contains its relocated classes calls this once, only on clients. */
    public static void start() {
        ForgeTransport<Connection> transport = new ForgeTransport<>(Connection::channel, ForgeChannel::send);
        if (transport.claim(ForgeChannel::register)) JoinGame.listen(transport);
    }

    /** Accepts every version of the server, because players could not join servers without it otherwise. */
    private static void register() {
        NetworkRegistry.newEventChannel(NAME, () -> "1", version -> true, version -> true)
            .addListener((NetworkEvent.ServerCustomPayloadEvent event) -> receive(event));
    }

    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        NetworkEvent.Context source = event.getSource().get();
        source.setPacketHandled(true);
        LoaderChannel.receive(source.getNetworkManager(), NettyTransport.contentOf(event.getPayload()));
    }

    /** Sends through netty, because the name of the game's own method differs between versions. */
    private static void send(Connection connection, byte[] content) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        Packet<?> packet = NetworkDirection.PLAY_TO_SERVER.buildPacket(Pair.of(buffer, 0), NAME).getThis();
        connection.channel().writeAndFlush(packet);
    }
}
