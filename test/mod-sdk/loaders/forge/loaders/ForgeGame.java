package loaders;

import io.github.featurecontrol.sdk.forge.ForgeMod;
import java.util.ArrayList;
import java.util.List;
import net.minecraft.network.Connection;
import net.minecraftforge.client.event.ClientPlayerNetworkEvent;
import net.minecraftforge.common.MinecraftForge;
import net.minecraftforge.event.TickEvent;

/** Forge: receivers run on the network thread, and LoggingIn is fired at each JoinGame. */
abstract class ForgeGame implements FakeGame {
    final Wire wire = new Wire();
    final List<String> heardNames = new ArrayList<>();
    Connection connection;
    private FakeChannel channel;

    abstract void deliver(byte[] content);

    @Override
    public void start(int copies) {
        for (int copy = 0; copy < copies; copy++) new ForgeMod();
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        channel = new FakeChannel(address, isSinglePlayer);
        connection = new Connection(channel);
        heardNames.clear();
    }

    /** Takes only names that a NUL follows, and lets each message replace what was known before. */
    @Override
    public void register(String content) {
        heardNames.clear();
        for (int at = 0, next = content.indexOf('\0'); next >= 0; at = next + 1, next = content.indexOf('\0',
            at))
            heardNames.add(content.substring(at, next));
        if (heardNames.contains("service:feature-control"))
            throw new AssertionError("this fake would hear the channel, unlike Forge");
    }

    @Override
    public void joinGame() {
        ((Bus) MinecraftForge.EVENT_BUS).post(new ClientPlayerNetworkEvent.LoggingIn(connection));
    }

    @Override
    public void reconfigure() {
        tick();
        joinGame();
    }

    @Override
    public void receive(String content) {
        deliver(Wire.bytes(content));
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        ((Bus) MinecraftForge.EVENT_BUS).post(new TickEvent.ClientTickEvent());
    }

    @Override
    public void disconnect() {
        channel.isOpen = false;
    }

    @Override
    public boolean hearsAnnouncements() {
        return false;
    }
}
