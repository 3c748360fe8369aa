package net.minecraft.client.multiplayer;

import java.util.HashSet;
import java.util.Set;
import net.minecraft.network.Connection;
import net.minecraft.resources.Identifier;

public class ClientPacketListener {

    public final Set<Identifier> sendable = new HashSet<>();
    private final Connection connection;

    public ClientPacketListener(Connection connection) {
        this.connection = connection;
    }

    public Connection getConnection() {
        return connection;
    }
}
