package net.minecraft.client.multiplayer;

import java.util.function.Consumer;
import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.common.extensions.ICommonPacketListener;

/** Like NetworkRegistry: throws on an attempt to send on a channel that the server has not announced. */
public class ClientPacketListener implements ICommonPacketListener {

    public static Consumer<CustomPacketPayload> sender;
    private final Connection connection;

    public ClientPacketListener(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void send(CustomPacketPayload payload) {
        if (!hasChannel(payload.type())) throw new UnsupportedOperationException(
            "Payload may not be sent to the server!"
        );
        sender.accept(payload);
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    /** In single player, every registered channel counts as announced. */
    @Override
    public boolean hasChannel(CustomPacketPayload.Type<?> type) {
        return connection.isMemoryConnection() || connection.channels.contains(type.id().toString());
    }
}
