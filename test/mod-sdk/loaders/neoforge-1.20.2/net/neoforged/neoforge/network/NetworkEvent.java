package net.neoforged.neoforge.network;

import net.minecraft.network.Connection;
import net.minecraft.network.FriendlyByteBuf;
import net.neoforged.bus.api.Event;

public class NetworkEvent extends Event {
    private final FriendlyByteBuf payload;
    private final Context source;
    private final int loginIndex;

    NetworkEvent(FriendlyByteBuf payload, Context source, int loginIndex) {
        this.payload = payload;
        this.source = source;
        this.loginIndex = loginIndex;
    }

    public FriendlyByteBuf getPayload() {
        return payload;
    }

    public Context getSource() {
        return source;
    }

    public int getLoginIndex() {
        return loginIndex;
    }

    public static class ServerCustomPayloadEvent extends NetworkEvent {
        public ServerCustomPayloadEvent(FriendlyByteBuf payload, Connection connection, int loginIndex) {
            super(payload, new Context(connection), loginIndex);
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
