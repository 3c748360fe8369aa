package loaders;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.event.network.CustomPayloadEvent;
import net.minecraftforge.network.ChannelBuilder;

/** Forge from 1.20.2 on: ChannelListManager adds the names to the known ones; the loader part uses none. */
public final class Game extends ForgeGame {

    public Game() {
        FakeChannel.sender = message -> wire.send(Unpooled.contentOf((ByteBuf) message));
    }

    @Override
    public void register(String content) {
        known.addAll(ChannelNames.separated(content));
    }

    @Override
    public void receive(byte[] content) {
        FriendlyByteBuf payload = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        CustomPayloadEvent event = new CustomPayloadEvent(payload, connection);
        ChannelBuilder.CHANNELS.get(CHANNEL).listener.accept(event);
        if (!event.getSource().isHandled) throw new AssertionError("the packet is not handled");
    }
}
