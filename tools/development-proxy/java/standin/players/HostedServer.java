package standin.players;

import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;

/** A backend server, without a real process. */
public record HostedServer(ServerInfo info) implements RegisteredServer {
    @Override
    public ServerInfo getServerInfo() {
        return info;
    }
}
