package loaders;

import io.netty.buffer.Unpooled;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.network.NetworkDirection;
import net.minecraftforge.network.NetworkEvent;
import net.minecraftforge.network.NetworkRegistry;

/** Forge up to 1.20.1. */
public final class Game extends ForgeGame {

    public Game() {
        FakeChannel.sender = message -> {
            NetworkDirection.CustomPacket packet = (NetworkDirection.CustomPacket) message;
            if (packet.channel().equals(CHANNEL)) wire.send(Unpooled.contentOf(packet.content()));
        };
    }

    @Override
    public void receive(byte[] content) {
        FriendlyByteBuf payload = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        NetworkEvent.ServerCustomPayloadEvent event = new NetworkEvent.ServerCustomPayloadEvent(
            payload,
            connection
        );
        NetworkRegistry.CHANNELS.get(CHANNEL).listener.accept(event);
        if (!event.getSource().get().isHandled) throw new AssertionError("the packet is not handled");
    }
}
