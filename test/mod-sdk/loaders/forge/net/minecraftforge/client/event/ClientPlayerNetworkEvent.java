package net.minecraftforge.client.event;

import net.minecraft.network.Connection;
import net.minecraftforge.eventbus.api.Event;

public abstract class ClientPlayerNetworkEvent extends Event {

    private final Connection connection;

    ClientPlayerNetworkEvent(Connection connection) {
        this.connection = connection;
    }

    public Connection getConnection() {
        return connection;
    }

    public static class LoggingIn extends ClientPlayerNetworkEvent {

        public LoggingIn(Connection connection) {
            super(connection);
        }
    }
}
