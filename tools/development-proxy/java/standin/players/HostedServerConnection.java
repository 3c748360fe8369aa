package standin.players;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.proxy.ServerConnection;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;

/** A player's connection to a backend server. */
public final class HostedServerConnection implements ServerConnection {

    private final HostedPlayer player;
    private final HostedServer server;
    private final ProxyOutput output;
    private volatile ProtocolState state = ProtocolState.LOGIN;

    HostedServerConnection(HostedPlayer player, HostedServer server, ProxyOutput output) {
        this.player = player;
        this.server = server;
        this.output = output;
    }

    /**
     * The protocol state. Messages of the client are discarded unless it is PLAY (fact 7 in
     * tools/development-proxy/README.md).
     */
    public ProtocolState state() {
        return state;
    }

    public void setState(ProtocolState state) {
        this.state = state;
    }

    void write(String channel, byte[] data) {
        output.toBackend(this, channel, data);
    }

    @Override
    public RegisteredServer getServer() {
        return server;
    }

    @Override
    public ServerInfo getServerInfo() {
        return server.getServerInfo();
    }

    @Override
    public HostedPlayer getPlayer() {
        return player;
    }

    @Override
    public boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data) {
        write(identifier.getId(), data.clone());
        return true;
    }
}
