package net.minecraftforge.network;

import java.util.function.Supplier;
import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraftforge.eventbus.api.Event;

public class NetworkEvent extends Event {

    private final FriendlyByteBuf payload;
    private final Context source;

    NetworkEvent(FriendlyByteBuf payload, Context source) {
        this.payload = payload;
        this.source = source;
    }

    public FriendlyByteBuf getPayload() {
        return payload;
    }

    public Supplier<Context> getSource() {
        return () -> source;
    }

    public static class ServerCustomPayloadEvent extends NetworkEvent {

        public ServerCustomPayloadEvent(FriendlyByteBuf payload, Connection connection) {
            super(payload, new Context(connection));
        }
    }

    public static class Context {

        private final Connection connection;
        public boolean isHandled;

        Context(Connection connection) {
            this.connection = connection;
        }

        public Connection getNetworkManager() {
            return connection;
        }

        public void setPacketHandled(boolean packetHandled) {
            isHandled = packetHandled;
        }
    }
}
