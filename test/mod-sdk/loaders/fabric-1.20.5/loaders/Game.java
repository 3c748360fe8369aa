package loaders;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking.PlayPayloadHandler;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_634;
import net.minecraft.class_746;
import net.minecraft.class_8710;
import net.minecraft.class_9139;
import net.minecraft.class_9141;

/**
 * Fabric API of 1.20.5 and later: channel names received before JoinGame take effect at JoinGame; receivers
 * run as tasks on the client's thread.
 */
public final class Game extends FabricGame {
    private final List<class_2960> pending = new ArrayList<>();
    private final Tasks tasks = new Tasks();

    @Override
    public void start(String... libraries) {
        ClientPlayNetworking.sender = this::send;
        super.start(libraries);
    }

    @SuppressWarnings("unchecked")
    private void send(class_8710 payload) {
        class_2540 buffer = new class_2540(Unpooled.wrappedBuffer(new byte[0]));
        class_2960 id = payload.method_56479().comp_2242();
        ((class_9139<class_2540, class_8710>) PayloadTypeRegistry.C2S.get(id)).encode(buffer, payload);
        wire.send(Unpooled.contentOf(buffer));
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        pending.clear();
        connectTo(address, isSinglePlayer);
    }

    @Override
    public void register(String content) {
        sendable().addAll(namesIn(content));
    }

    private Collection<class_2960> sendable() {
        return client.handler == null ? pending : client.handler.sendable;
    }

    @Override
    public boolean knows(String channel) {
        return sendable().containsAll(namesIn(channel));
    }

    @Override
    public void joinGame() {
        client.handler = new class_634(connection);
        client.handler.sendable.addAll(pending);
        client.field_1724 = new class_746();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void receive(byte[] content) {
        class_2960 id = class_2960.method_12829("service:feature-control");
        class_2540 buffer = new class_2540(Unpooled.wrappedBuffer(content));
        class_8710 payload = ((class_9141<class_2540, class_8710>) PayloadTypeRegistry.S2C.get(id)).decode(
            buffer);
        tasks.add(() ->
            ((PlayPayloadHandler<class_8710>) ClientPlayNetworking.RECEIVERS.get(id)).receive(payload, null));
    }

    @Override
    public void tick() {
        tasks.run();
        super.tick();
    }

    @Override
    public void disconnect() {
        tasks.drop();
        super.disconnect();
    }
}
