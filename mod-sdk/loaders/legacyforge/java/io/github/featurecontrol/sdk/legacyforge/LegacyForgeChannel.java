package io.github.featurecontrol.sdk.legacyforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.PacketBuffer;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.fml.client.FMLClientHandler;
import net.minecraftforge.fml.common.network.FMLEventChannel;
import net.minecraftforge.fml.common.network.NetworkRegistry;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.FMLLaunchHandler;
import net.minecraftforge.fml.relauncher.Side;

/** The channel on Forge 1.8.9 and 1.12.2. Events are fired on the network thread. */
public final class LegacyForgeChannel extends NettyTransport<NetworkManager> {

    private FMLEventChannel channel;
    private volatile NetworkManager announcedOn;

    private LegacyForgeChannel() {
        super(NetworkManager::channel);
    }

    /** @return null on a dedicated server */
    public static Transport part() {
        return FMLLaunchHandler.side() == Side.CLIENT ? new LegacyForgeChannel() : null;
    }

    @Override
    public void register() {
        channel = NetworkRegistry.INSTANCE.newEventDrivenChannel(LoaderChannel.LEGACY_NAME);
        LegacyForgeEvents events = LegacyForgeEvents.of(this);
        channel.register(events);
        MinecraftForge.EVENT_BUS.register(events);
    }

    void connected(NetworkManager manager) {
        join(manager);
    }

    /** May be called before {@link #connected}. */
    void announced(NetworkManager manager, boolean isRegistered) {
        if (isRegistered) announcedOn = manager;
        else if (announcedOn == manager) announcedOn = null;
    }

    void received(NetworkManager manager, ByteBuf payload) {
        LoaderChannel.receive(manager, contentOf(payload));
    }

    @Override
    public boolean isInGame() {
        // Not by the game's own members, whose names differ in a development client.
        return FMLClientHandler.instance().getClientPlayerEntity() != null;
    }

    @Override
    public Announcement announcement() {
        return announcedOn == connection() ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        PacketBuffer buffer = new PacketBuffer(Unpooled.wrappedBuffer(content));
        channel.sendToServer(new FMLProxyPacket(buffer, LoaderChannel.LEGACY_NAME));
    }
}
