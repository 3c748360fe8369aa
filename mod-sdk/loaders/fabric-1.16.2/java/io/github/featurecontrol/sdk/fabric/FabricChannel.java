package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;

/** The channel on Fabric from 1.16.2, which has this networking API first, to 1.20.4. */
public final class FabricChannel extends FabricTransport implements ClientModInitializer {
    private final class_2960 name = class_2960.method_12829(LoaderChannel.NAME);

    @Override
    public void onInitializeClient() {
        if (!LoaderChannel.claim(this)) return;
        boolean isOurs = ClientPlayNetworking.registerGlobalReceiver(name, (client, handler, buffer,
            sender) -> {
            // Here, on the network thread, as the buffer is released afterwards.
            LoaderChannel.receive(handler, NettyTransport.contentOf(buffer));
        });
        if (isOurs) ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
        else LoaderChannel.reportTaken(null);
    }

    /** The player's handler, of which each connection has one; from 1.20.2 on, each game server as well. */
    @Override
    public class_634 connection() {
        class_310 client = class_310.method_1551();
        return client.method_1496() ? null : client.method_1562();
    }

    @Override
    public Announcement announcement() {
        return ClientPlayNetworking.canSend(name) ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(name, new class_2540(Unpooled.wrappedBuffer(content)));
    }
}
