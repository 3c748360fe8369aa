package loaders;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;
import net.minecraftforge.network.ChannelBuilder;

/** Forge from 1.20.2 on. */
public final class Game extends ForgeGame {
    public Game() {
        FakeChannel.sender = message -> wire.send(Unpooled.contentOf((ByteBuf) message));
    }

    @Override
    void deliver(byte[] content) {
        FriendlyByteBuf payload = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        CustomPayloadEvent event = new CustomPayloadEvent(payload, connection);
        ChannelBuilder.CHANNELS.get("service:feature-control").listener.accept(event);
        if (!event.getSource().isHandled) throw new AssertionError("the packet counts as unknown");
    }
}
