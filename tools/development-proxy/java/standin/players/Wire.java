package standin.players;

import net.kyori.adventure.text.Component;

/** What leaves the proxy: where a real one writes to its sockets. Called from any thread. */
public interface Wire {
    void toClient(HostedPlayer player, String channel, byte[] data);

    void toBackend(HostedServerConnection connection, String channel, byte[] data);

    void chat(HostedPlayer player, Component message);

    /** The connection is closed; {@code reason} says why in plain English. */
    void closed(HostedPlayer player, String reason);
}
