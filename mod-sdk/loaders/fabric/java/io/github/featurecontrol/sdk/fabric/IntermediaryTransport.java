package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.class_2535;
import net.minecraft.class_310;
import net.minecraft.class_634;
import net.minecraft.class_642;

/** The transport on Fabric from 1.16.2, the first version with this networking API, to 1.21.11. */
abstract class IntermediaryTransport implements Transport {
    private class_634 lastHandler;
    /** Kept while the client is reconfigured between two game servers, when the game has no play handler. */
    private class_2535 connection;

    /** Whether the game has intermediary names, or those to which a development client maps them. */
    static boolean hasItsNames() {
        try {
            return class_310.class.isInstance(class_310.method_1551());
        } catch (NoClassDefFoundError absent) {
            return false;
        }
    }

    static void startTicks() {
        ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
    }

    /** May be called on any thread. */
    abstract class_2535 connectionOf(class_634 handler);

    abstract boolean isAnnounced();

    @Override
    public final class_2535 connection() {
        class_634 handler = class_310.method_1551().method_1562();
        if (handler != null && handler != lastHandler) {
            lastHandler = handler;
            connection = connectionOf(handler);
        }
        // Single player has a local connection as well, on which no requests are sent.
        if (connection != null && (!connection.method_10758()
            || connection.method_10756())) connection = null;
        return connection;
    }

    @Override
    public final String network() {
        class_642 server = class_310.method_1551().method_1558();
        return server == null ? null : server.field_3761;
    }

    @Override
    public final boolean isInGame() {
        return class_310.method_1551().field_1724 != null;
    }

    @Override
    public final Announcement announcement() {
        return isAnnounced() ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }
}
