package loaders;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.Set;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.network.NetworkDirection;
import net.minecraftforge.network.NetworkEvent;
import net.minecraftforge.network.NetworkRegistry;

/** Forge until 1.20.1: MCRegisterPacketHandler lets each message replace what was known before. */
abstract class ChannelsGame extends ForgeGame<Connection> {
    private Set<String> known = Set.of();

    ChannelsGame() {
        FakeChannel.sender = message -> {
            NetworkDirection.CustomPacket packet = (NetworkDirection.CustomPacket) message;
            if (packet.channel().equals(CHANNEL)) wire.send(Unpooled.contentOf(packet.content()));
        };
    }

    @Override
    Connection connectionOver(Channel netty) {
        return new Connection(netty);
    }

    @Override
    public void register(String content) {
        known = ChannelNames.terminated(content);
    }

    @Override
    public boolean knows(String channel) {
        return known.contains(channel);
    }

    @Override
    void deliver(byte[] content) {
        FriendlyByteBuf payload = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        NetworkEvent.ServerCustomPayloadEvent event = new NetworkEvent.ServerCustomPayloadEvent(payload,
            connection);
        NetworkRegistry.CHANNELS.get(CHANNEL).listener.accept(event);
        if (!event.getSource().get().isHandled) throw new AssertionError("the packet counts as unknown");
    }
}
