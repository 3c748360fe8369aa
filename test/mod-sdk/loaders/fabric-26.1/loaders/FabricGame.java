package loaders;

import java.util.ArrayList;
import java.util.List;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.client.Minecraft;
import net.minecraft.client.multiplayer.ServerData;
import net.minecraft.network.Connection;
import net.minecraft.resources.Identifier;

/** The behaviour of all Fabric versions. Channel names are separated by NUL, with or without a final NUL. */
abstract class FabricGame implements FakeGame {

    final Minecraft client = Minecraft.getInstance();
    final Wire wire = new Wire();
    Connection connection;

    @Override
    public void start(String... libraries) {
        for (String library : libraries)
            ((ClientModInitializer) Copies.create(library, "fabric.FabricMod")).onInitializeClient();
    }

    final void connectTo(String address, boolean isSinglePlayer) {
        connection = new Connection(isSinglePlayer);
        client.server = isSinglePlayer ? null : new ServerData();
        if (!isSinglePlayer) client.server.ip = address;
    }

    static List<Identifier> namesIn(String content) {
        List<Identifier> names = new ArrayList<>();
        for (String text : content.split("\0", -1)) {
            Identifier name = Identifier.tryParse(text);
            if (name != null) names.add(name);
        }
        return names;
    }

    /** In the configuration phase, from 1.20.2 on, the client has no player and no play handler. */
    @Override
    public void leaveWorld() {
        client.player = null;
        client.handler = null;
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
        leaveWorld();
        client.server = null;
        connection.isOpen = false;
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
