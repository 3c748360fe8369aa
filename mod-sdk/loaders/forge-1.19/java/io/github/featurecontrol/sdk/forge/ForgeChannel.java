package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.netty.buffer.Unpooled;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import net.minecraftforge.network.NetworkDirection;
import net.minecraftforge.network.NetworkEvent;
import net.minecraftforge.network.NetworkRegistry;
import net.minecraftforge.network.event.EventNetworkChannel;
import org.apache.commons.lang3.tuple.Pair;

/** The channel on Forge from 1.19 to 1.20.1. */
final class ForgeChannel {
    private static final ResourceLocation NAME = new ResourceLocation(LoaderChannel.NAME);

    private ForgeChannel() {}

    static void start() {
        ForgeTransport transport = new ForgeTransport(ForgeChannel::send);
        if (!LoaderChannel.claim(transport)) return;
        EventNetworkChannel channel;
        try {
            // Whatever the server has, as players could not join servers without this channel otherwise.
            channel = NetworkRegistry.newEventChannel(NAME, () -> "1", version -> true, version -> true);
        } catch (IllegalArgumentException taken) {
            LoaderChannel.reportTaken(taken);
            return;
        }
        channel.addListener((NetworkEvent.ServerCustomPayloadEvent event) -> receive(event));
        transport.listen();
    }

    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        NetworkEvent.Context source = event.getSource().get();
        source.setPacketHandled(true);
        ForgeTransport.receive(source.getNetworkManager(), event.getPayload());
    }

    /** By netty, as the game's method for it has no name that stays. */
    private static void send(Connection connection, byte[] content) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        Packet<?> packet = NetworkDirection.PLAY_TO_SERVER.buildPacket(Pair.of(buffer, 0), NAME).getThis();
        connection.channel().writeAndFlush(packet);
    }
}
