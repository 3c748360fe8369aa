package standin.players;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;

/** A backend server, without a real process. */
public final class HostedServer implements RegisteredServer {
    private final ServerInfo info;
    private final Collection<Player> players = ConcurrentHashMap.newKeySet();

    public HostedServer(ServerInfo info) {
        this.info = info;
    }

    void add(Player player) {
        players.add(player);
    }

    void remove(Player player) {
        players.remove(player);
    }

    @Override
    public ServerInfo getServerInfo() {
        return info;
    }

    /** Sends over the connection of any player; returns false without players. */
    @Override
    public boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data) {
        return players.stream()
                .flatMap(player -> player.getCurrentServer().stream())
                .findFirst()
                .map(connection -> connection.sendPluginMessage(identifier, data))
                .orElse(false);
    }
}
