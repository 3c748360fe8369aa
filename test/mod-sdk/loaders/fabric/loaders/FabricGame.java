package loaders;

import java.util.ArrayList;
import java.util.List;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.class_2535;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_642;

/** The behaviour of all Fabric versions. Channel names are separated by NUL, with or without a final NUL. */
abstract class FabricGame implements FakeGame {
    final class_310 client = class_310.method_1551();
    final Wire wire = new Wire();
    class_2535 connection;

    @Override
    public void start(String... libraries) {
        for (String library : libraries)
            ((ClientModInitializer) Copies.create(library, "fabric.FabricMod")).onInitializeClient();
    }

    final void connectTo(String address, boolean isSinglePlayer) {
        connection = new class_2535(isSinglePlayer);
        client.server = isSinglePlayer ? null : new class_642();
        if (!isSinglePlayer) client.server.field_3761 = address;
    }

    static List<class_2960> namesIn(String content) {
        List<class_2960> names = new ArrayList<>();
        for (String text : content.split("\0", -1)) {
            class_2960 name = class_2960.method_12829(text);
            if (name != null) names.add(name);
        }
        return names;
    }

    /** In the configuration phase, from 1.20.2 on, the client has no player and no play handler. */
    @Override
    public void leaveWorld() {
        client.field_1724 = null;
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
