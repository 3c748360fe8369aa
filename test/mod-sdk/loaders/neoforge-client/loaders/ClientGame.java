package loaders;

import java.util.List;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ClientPacketListener;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.client.player.LocalPlayer;
import net.minecraft.network.Connection;
import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.common.NeoForge;

/** NeoForge from 1.20.4 on. Each message adds channel names to the ad-hoc channels of the connection. */
abstract class ClientGame implements FakeGame {
    final Minecraft minecraft = Minecraft.getInstance();
    final Tasks tasks = new Tasks();
    final Wire wire = new Wire();
    Connection connection;

    /** Creates the mod of one copy of the loader part. */
    abstract void load(Bus modBus);

    /** Fires the registration events, as NeoForge does when all mods are created. */
    abstract void fireRegistration(Bus modBus);

    abstract Event tickEvent();

    @Override
    public void start(int copies) {
        Bus modBus = new Bus();
        for (int copy = 0; copy < copies; copy++) load(modBus);
        fireRegistration(modBus);
    }

    @Override
    public void connect(String address, boolean isSinglePlayer) {
        connection = new Connection(isSinglePlayer);
        minecraft.server = null;
        if (isSinglePlayer) return;
        minecraft.server = new ServerData();
        minecraft.server.ip = address;
    }

    @Override
    public void register(String content) {
        connection.channels.addAll(ChannelNames.separated(content));
    }

    @Override
    public boolean knows(String channel) {
        return connection.channels.contains(channel);
    }

    @Override
    public void joinGame() {
        minecraft.listener = new ClientPacketListener(connection);
        minecraft.player = new LocalPlayer();
    }

    @Override
    public void leaveWorld() {
        minecraft.player = null;
        minecraft.listener = null;
    }

    @Override
    public List<String> takeSent() {
        return wire.takeSent();
    }

    @Override
    public void tick() {
        tasks.run();
        ((Bus) NeoForge.EVENT_BUS).post(tickEvent());
    }

    @Override
    public void disconnect() {
        connection.isConnected = false;
        tasks.drop();
        minecraft.player = null;
        minecraft.listener = null;
        minecraft.server = null;
    }

    @Override
    public boolean detectsAnnouncements() {
        return true;
    }

    @Override
    public boolean hasConfigurationPhase() {
        return true;
    }
}
