package loaders;

import io.github.featurecontrol.sdk.fabric.FabricChannel;
import io.netty.buffer.Unpooled;
import java.util.List;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;
import net.minecraft.class_642;
import net.minecraft.class_746;

/**
 * Fabric API of 1.16.2 to 1.20.4: receivers run on the network thread, and their buffer is released after
 * them.
 */
public final class Game implements FakeGame {
    private final class_310 client = class_310.method_1551();
    private final Wire wire = new Wire();

    @Override
    public void start(int copies) {
        ClientPlayNetworking.sender = wire::send;
        for (int copy = 0; copy < copies; copy++) new FabricChannel().onInitializeClient();
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        client.handler = new class_634();
        client.isIntegratedServerRunning = isSinglePlayer;
        ClientPlayNetworking.SENDABLE.clear();
        client.server = isSinglePlayer ? null : new class_642();
        if (!isSinglePlayer) client.server.field_3761 = address;
    }

    @Override
    public void register(String content) {
        for (String name : content.split("\0", -1)) {
            class_2960 id = class_2960.method_12829(name);
            if (id != null) ClientPlayNetworking.SENDABLE.add(id);
        }
    }

    @Override
    public void joinGame() {
        client.field_1724 = new class_746();
    }

    /** JoinGame again, on the same handler. */
    @Override
    public void reconfigure() {
        joinGame();
    }

    @Override
    public void receive(String content) {
        class_2540 buffer = new class_2540(Unpooled.wrappedBuffer(Wire.bytes(content)));
        class_2960 name = class_2960.method_12829("service:feature-control");
        class_634 handler = client.handler;
        ClientPlayNetworking.RECEIVERS.get(name).receive(client, handler, buffer, null);
        buffer.readBytes(new byte[buffer.readableBytes()]);
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        ClientTickEvents.LISTENERS.forEach(listener -> listener.onEndTick(client));
    }

    @Override
    public void disconnect() {
        client.field_1724 = null;
        client.handler = null;
        client.server = null;
        client.isIntegratedServerRunning = false;
    }

    @Override
    public boolean hearsAnnouncements() {
        return true;
    }
}
