package net.minecraftforge.client.event;

import net.minecraft.network.Connection;
import net.minecraftforge.eventbus.api.Event;

public class ClientPlayerNetworkEvent extends Event {
    private final Connection connection;

    ClientPlayerNetworkEvent(Connection connection) {
        this.connection = connection;
    }

    public Connection getConnection() {
        return connection;
    }

    public static class LoggedInEvent extends ClientPlayerNetworkEvent {
        public LoggedInEvent(Connection connection) {
            super(connection);
        }
    }
}
