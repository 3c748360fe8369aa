package loaders;

import io.github.featurecontrol.sdk.fabric.FabricChannel;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking.PlayPayloadHandler;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.class_2535;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;
import net.minecraft.class_642;
import net.minecraft.class_746;
import net.minecraft.class_8710;
import net.minecraft.class_9139;
import net.minecraft.class_9141;

/**
 * Fabric API of 1.20.5 and later: channels are names between NULs, the last with or without one; names that
 * come before JoinGame wait for it; receivers run as tasks of the client.
 */
public final class Game implements FakeGame {
    private final class_310 client = class_310.method_1551();
    private final List<Runnable> tasks = new ArrayList<>();
    private final List<class_2960> pending = new ArrayList<>();
    private final Wire wire = new Wire();
    private class_2535 connection;

    @Override
    public void start(int copies) {
        ClientPlayNetworking.sender = this::send;
        for (int copy = 0; copy < copies; copy++) new FabricChannel().onInitializeClient();
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
        connection = new class_2535(isSinglePlayer);
        pending.clear();
        client.server = null;
        if (isSinglePlayer) return;
        client.server = new class_642();
        client.server.field_3761 = address;
    }

    @Override
    public void register(String content) {
        for (String name : content.split("\0", -1)) {
            class_2960 id = class_2960.method_12829(name);
            if (id == null) continue;
            if (client.handler == null) pending.add(id);
            else client.handler.sendable.add(id);
        }
    }

    @Override
    public void joinGame() {
        client.handler = new class_634(connection);
        client.handler.sendable.addAll(pending);
        client.field_1724 = new class_746();
    }

    @Override
    public void reconfigure() {
        client.field_1724 = null;
        client.handler = null;
        tick();
        joinGame();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void receive(String content) {
        class_2960 id = class_2960.method_12829("service:feature-control");
        class_2540 buffer = new class_2540(Unpooled.wrappedBuffer(Wire.bytes(content)));
        class_8710 payload = ((class_9141<class_2540, class_8710>) PayloadTypeRegistry.S2C.get(id)).decode(
            buffer);
        tasks.add(() ->
            ((PlayPayloadHandler<class_8710>) ClientPlayNetworking.RECEIVERS.get(id)).receive(payload, null));
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        List<Runnable> due = new ArrayList<>(tasks);
        tasks.clear();
        due.forEach(Runnable::run);
        ClientTickEvents.LISTENERS.forEach(listener -> listener.onEndTick(client));
    }

    @Override
    public void disconnect() {
        connection.isOpen = false;
        tasks.clear();
        client.field_1724 = null;
        client.handler = null;
        client.server = null;
    }

    @Override
    public boolean hearsAnnouncements() {
        return true;
    }
}
