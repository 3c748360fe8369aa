package loaders;

import io.github.featurecontrol.sdk.neoforge.NeoForgeMod;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import net.minecraft.client.Minecraft;
import net.minecraft.client.player.LocalPlayer;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.ServerboundCustomPayloadPacket;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.client.event.ClientPlayerNetworkEvent;
import net.neoforged.neoforge.network.NetworkEvent;
import net.neoforged.neoforge.network.NetworkRegistry;

/**
 * NeoForge 1.20.2, which is Forge 1.20.1 under other names, MCRegisterPacketHandler included, except that
 * SimplePayload.inbound reads a VarInt from the start of each message.
 */
public final class Game extends ForgeGame {
    public Game() {
        FakeChannel.sender = message -> {
            FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(new byte[0]));
            ((ServerboundCustomPayloadPacket) message).payload().write(buffer);
            wire.send(Unpooled.contentOf(buffer));
        };
    }

    @Override
    void startCopy() {
        new NeoForgeMod(new Bus());
    }

    @Override
    Event joinEvent() {
        return new ClientPlayerNetworkEvent.LoggingIn(connection);
    }

    /** The event is fired when the player has been created. */
    @Override
    public void joinGame() {
        Minecraft.getInstance().player = new LocalPlayer();
        super.joinGame();
    }

    @Override
    public void leaveWorld() {
        Minecraft.getInstance().player = null;
    }

    @Override
    public void disconnect() {
        leaveWorld();
        super.disconnect();
    }

    @Override
    public boolean hasConfigurationPhase() {
        return true;
    }

    @Override
    void deliver(byte[] content) {
        int number = 0;
        int read = 0;
        do {
            number |= (content[read] & 0x7f) << 7 * read;
        } while ((content[read++] & 0x80) != 0);
        byte[] rest = Arrays.copyOfRange(content, read, content.length);
        NetworkEvent.ServerCustomPayloadEvent event = new NetworkEvent.ServerCustomPayloadEvent(
            new FriendlyByteBuf(Unpooled.wrappedBuffer(rest)), connection, number);
        NetworkRegistry.CHANNELS.get(CHANNEL).listener.accept(event);
        if (!event.getSource().isHandled) throw new AssertionError("the packet is not handled");
    }
}
