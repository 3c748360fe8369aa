package loaders;

import io.netty.buffer.Unpooled;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_634;
import net.minecraft.class_746;

/**
 * Fabric API of 1.16.2 to 1.20.4: receivers run on the network thread, and their buffer is released when they
 * return.
 */
public final class Game extends FabricGame {

    @Override
    public void start(String... libraries) {
        ClientPlayNetworking.sender = wire::send;
        super.start(libraries);
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        ClientPlayNetworking.SENDABLE.clear();
        connectTo(address, isSinglePlayer);
        client.handler = new class_634(connection);
    }

    @Override
    public void register(String content) {
        ClientPlayNetworking.SENDABLE.addAll(namesIn(content));
    }

    @Override
    public boolean knows(String channel) {
        return ClientPlayNetworking.SENDABLE.containsAll(namesIn(channel));
    }

    @Override
    public void joinGame() {
        if (client.handler == null) client.handler = new class_634(connection);
        client.field_1724 = new class_746();
    }

    @Override
    public void receive(byte[] content) {
        class_2540 buffer = new class_2540(Unpooled.wrappedBuffer(content));
        class_2960 name = class_2960.method_12829("service:feature-control");
        class_634 handler = client.handler;
        ClientPlayNetworking.RECEIVERS.get(name).receive(client, handler, buffer, null);
        buffer.readBytes(new byte[buffer.readableBytes()]);
    }
}
