package standin.players;

import net.kyori.adventure.text.Component;

/** The output of the proxy, in place of a real proxy's sockets. Called from any thread. */
public interface ProxyOutput {
    void toClient(HostedPlayer player, String channel, byte[] data);

    void toBackend(HostedServerConnection connection, String channel, byte[] data);

    void chat(HostedPlayer player, Component message);

    /** The connection was closed; {@code reason} describes why in plain English. */
    void closed(HostedPlayer player, String reason);
}
