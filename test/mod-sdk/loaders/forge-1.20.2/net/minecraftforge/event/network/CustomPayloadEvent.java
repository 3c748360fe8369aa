package net.minecraftforge.event.network;

import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.eventbus.api.Event;

public class CustomPayloadEvent extends Event {

    private final FriendlyByteBuf payload;
    private final Context source;

    public CustomPayloadEvent(FriendlyByteBuf payload, Connection connection) {
        this.payload = payload;
        source = new Context(connection);
    }

    public FriendlyByteBuf getPayload() {
        return payload;
    }

    public Context getSource() {
        return source;
    }

    public static class Context {

        private final Connection connection;
        public boolean isHandled;

        Context(Connection connection) {
            this.connection = connection;
        }

        public Connection getConnection() {
            return connection;
        }

        public void setPacketHandled(boolean packetHandled) {
            isHandled = packetHandled;
        }
    }
}
