package loaders;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PayloadTypeRegistry;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.player.LocalPlayer;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.Identifier;

/**
 * Fabric API of 1.20.5 and later: channel names received before JoinGame take effect at JoinGame; receivers
 * run as tasks on the client's thread.
 */
public final class Game extends FabricGame {

    private final List<Identifier> pending = new ArrayList<>();
    private final Tasks tasks = new Tasks();

    @Override
    public void start(String... libraries) {
        ClientPlayNetworking.sender = this::send;
        super.start(libraries);
    }

    private void send(CustomPacketPayload payload) {
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(new byte[0]));
        PayloadTypeRegistry.C2S.get(payload.type().id()).encode(buffer, payload);
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

    private Collection<Identifier> sendable() {
        return client.handler == null ? pending : client.handler.sendable;
    }

    @Override
    public boolean knows(String channel) {
        return sendable().containsAll(namesIn(channel));
    }

    @Override
    public void joinGame() {
        client.handler = new ClientPacketListener(connection);
        client.handler.sendable.addAll(pending);
        client.player = new LocalPlayer();
    }

    @Override
    public void receive(byte[] content) {
        Identifier id = Identifier.tryParse("service:feature-control");
        FriendlyByteBuf buffer = new FriendlyByteBuf(Unpooled.wrappedBuffer(content));
        CustomPacketPayload payload = PayloadTypeRegistry.S2C.get(id).decode(buffer);
        tasks.add(() -> ClientPlayNetworking.RECEIVERS.get(id).receive(payload, null));
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
