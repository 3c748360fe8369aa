package net.minecraftforge.client.event;

import loaders.Buses;
import net.minecraft.network.Connection;
import net.minecraftforge.eventbus.api.Event;
import net.minecraftforge.eventbus.api.bus.EventBus;

public interface ClientPlayerNetworkEvent {
    Connection getConnection();

    final class LoggingIn extends Event implements ClientPlayerNetworkEvent {

        public static final EventBus<LoggingIn> BUS = Buses.of(LoggingIn.class);
        private final Connection connection;

        public LoggingIn(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }
    }
}
