package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.Transport;
import net.minecraft.class_2535;
import net.minecraft.class_310;
import net.minecraft.class_634;
import net.minecraft.class_642;

/** The transport methods that all Fabric versions share. */
abstract class FabricTransport implements Transport {
    private class_634 lastHandler;
    /** Kept while the client is reconfigured between two game servers, when the game has no play handler. */
    private class_2535 connection;

    /** May be called on any thread. */
    abstract class_2535 connectionOf(class_634 handler);

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
}
