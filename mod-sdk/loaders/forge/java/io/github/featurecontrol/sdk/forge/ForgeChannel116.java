package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.minecraft.network.IPacket;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.PacketBuffer;
import net.minecraft.util.ResourceLocation;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent.LoggedInEvent;
import net.minecraftforge.fml.network.NetworkDirection;
import net.minecraftforge.fml.network.NetworkEvent;
import net.minecraftforge.fml.network.NetworkRegistry;
import org.apache.commons.lang3.tuple.Pair;

/** The channel on Forge 1.16.5. */
final class ForgeChannel116 extends ForgeTransport<NetworkManager> {
    private final ResourceLocation name = new ResourceLocation(LoaderChannel.NAME);

    ForgeChannel116() {
        super(NetworkManager::channel);
    }

    /** Accepts every version of the server, because players could not join servers without it otherwise. */
    @Override
    public void register() {
        NetworkRegistry.newEventChannel(name, () -> "1", version -> true, version -> true)
            .addListener((NetworkEvent.ServerCustomPayloadEvent event) -> receive(event));
        listen(LoggedInEvent.class, event -> event.getNetworkManager());
    }

    private static void receive(NetworkEvent.ServerCustomPayloadEvent event) {
        NetworkEvent.Context source = event.getSource().get();
        source.setPacketHandled(true);
        LoaderChannel.receive(source.getNetworkManager(), NettyTransport.contentOf(event.getPayload()));
    }

    /** Sends through netty, because the name of the game's own method differs between versions. */
    @Override
    void send(NetworkManager connection, byte[] content) {
        PacketBuffer buffer = new PacketBuffer(Unpooled.wrappedBuffer(content));
        IPacket<?> packet = NetworkDirection.PLAY_TO_SERVER.buildPacket(Pair.of(buffer, 0), name).getThis();
        connection.channel().writeAndFlush(packet);
    }
}
