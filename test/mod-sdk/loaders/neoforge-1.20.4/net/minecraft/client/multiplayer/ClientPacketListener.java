package net.minecraft.client.multiplayer;

import java.util.function.Consumer;
import net.minecraft.network.Connection;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.common.extensions.IClientCommonPacketListenerExtension;

/** Like NetworkRegistry.canSendPacket: drops messages on channels that the server has not announced. */
public class ClientPacketListener implements IClientCommonPacketListenerExtension {
    public static Consumer<CustomPacketPayload> sender;
    private final Connection connection;

    public ClientPacketListener(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void send(CustomPacketPayload payload) {
        if (isConnected(payload.id())) sender.accept(payload);
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    /** In single player, every registered channel counts as announced. */
    @Override
    public boolean isConnected(ResourceLocation payloadId) {
        return connection.isMemoryConnection() || connection.channels.contains(payloadId.toString());
    }
}
