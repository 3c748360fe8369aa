package standin.players;

import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.connection.PostLoginEvent;
import com.velocitypowered.api.event.player.ServerConnectedEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * One player from login to disconnect, in the order of steps that Velocity takes. Every method may be called
 * from any thread; its work is done on the player's loop, and the returned future ends with it.
 */
public final class Journey {
    private final HostedPlayer player;
    private final ChannelRegistry channels;
    private final EventManager events;
    private final Behaviour behaviour;
    private final Wire wire;
    private final ClientMessages messages;
    private boolean beforeFirstJoin = true;

    public Journey(
            HostedPlayer player, ChannelRegistry channels, EventManager events, Behaviour behaviour, Wire wire) {
        this.player = player;
        this.channels = channels;
        this.events = events;
        this.behaviour = behaviour;
        this.wire = wire;
        this.messages = new ClientMessages(player, () -> beforeFirstJoin, channels, events, behaviour);
    }

    public HostedPlayer player() {
        return player;
    }

    /** Logged in: the connection to the first server is being made, but has not been accepted yet. */
    public CompletableFuture<Void> logIn(HostedServer server) {
        return player.loop().call(() -> events.fire(new PostLoginEvent(player)).thenAcceptAsync(
                unused -> approach(server, null), player.loop()));
    }

    /**
     * A client with a configuration phase ends it: it is in PLAY and has the announcement, but the server
     * that lets it in has sent no JoinGame yet (fact 19). Without this call, {@link #arrive()} does both.
     */
    public CompletableFuture<Void> finishConfiguration() {
        return player.loop().call(() -> messages.inTurn(() -> {
            leaveConfiguration();
            return CompletableFuture.completedFuture(null);
        }));
    }

    /**
     * The server being connected to lets the player in. A client with a configuration phase ends it now, by a
     * packet that is read in its turn.
     */
    public CompletableFuture<Void> arrive() {
        return player.loop().call(() -> messages.inTurn(this::enterServer));
    }

    /** Sets out for another server; {@link #arrive()} ends it (fact 14). */
    public CompletableFuture<Void> setOut(HostedServer server) {
        return player.loop().call(() -> {
            HostedServerConnection current = player.connected();
            approach(server, current == null ? null : current.getServer());
            if (player.hasConfigurationPhase()) {
                leaveServer();
                player.setState(ProtocolState.CONFIGURATION);
            }
            return CompletableFuture.completedFuture(null);
        });
    }

    /** The client sends a plugin message. */
    public CompletableFuture<Fate> send(String channel, byte[] data) {
        return player.loop().call(() -> messages.receive(channel, data));
    }

    /** As {@link #send}, on the player's loop already. */
    public CompletableFuture<Fate> sendOnLoop(String channel, byte[] data) {
        return messages.receive(channel, data);
    }

    /** The backend sends a plugin message to the client: the one connected, or the one being connected to. */
    public CompletableFuture<Fate> backendSends(String channel, byte[] data) {
        return player.loop().call(() -> {
            boolean settled = player.connected() != null;
            HostedServerConnection backend = settled ? player.connected() : player.inFlight();
            boolean eventful = settled
                    || (behaviour == Behaviour.OF_2026 && player.getProtocolState() == ProtocolState.CONFIGURATION);
            if (backend == null || WellKnownChannels.isProxy(channel)) {
                return CompletableFuture.completedFuture(Fate.DISCARDED);
            }
            ChannelIdentifier id = eventful ? channels.find(channel) : null;
            if (id == null) {
                player.write(channel, data);
                return CompletableFuture.completedFuture(Fate.FORWARDED);
            }
            return events.fire(new PluginMessageEvent(backend, player, id, data)).thenApplyAsync(decided -> {
                if (!decided.getResult().isAllowed()) {
                    return Fate.HANDLED;
                }
                player.write(channel, data);
                return Fate.FORWARDED;
            }, player.loop());
        });
    }

    /** To be run once, when the connection has closed. */
    public CompletableFuture<DisconnectEvent> end() {
        DisconnectEvent.LoginStatus status = player.connected() == null
                ? DisconnectEvent.LoginStatus.PRE_SERVER_JOIN
                : DisconnectEvent.LoginStatus.SUCCESSFUL_LOGIN;
        HostedServerConnection connected = player.connected();
        if (connected != null) {
            connected.server().remove(player);
        }
        return events.fire(new DisconnectEvent(player, status));
    }

    private CompletableFuture<Void> enterServer() {
        HostedServerConnection arriving = player.inFlight();
        if (arriving == null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(player + " is not on the way to a server"));
        }
        leaveConfiguration();
        leaveServer();
        RegisteredServer previous = arriving.getPreviousServer().orElse(null);
        return events.fire(new ServerConnectedEvent(player, arriving.getServer(), previous))
                .thenAcceptAsync(unused -> settle(arriving, previous), player.loop());
    }

    private void approach(HostedServer server, RegisteredServer previous) {
        HostedServerConnection connection = new HostedServerConnection(player, server, previous, wire);
        connection.setState(player.hasConfigurationPhase() ? ProtocolState.CONFIGURATION : ProtocolState.LOGIN);
        player.setInFlight(connection);
    }

    private void leaveConfiguration() {
        if (player.getProtocolState() == ProtocolState.CONFIGURATION) {
            player.setState(ProtocolState.PLAY);
            enterPlay();
        }
    }

    /** Fact 2: the client receives the channels whenever it comes to PLAY again. */
    private void enterPlay() {
        beforeFirstJoin = false;
        Collection<String> names = channels.announcedTo(player.getProtocolVersion());
        if (!names.isEmpty()) {
            player.write(
                    WellKnownChannels.registerFor(player.getProtocolVersion()), WellKnownChannels.encodeNames(names));
        }
    }

    private void leaveServer() {
        HostedServerConnection left = player.connected();
        if (left != null) {
            left.server().remove(player);
            player.setConnected(null);
        }
    }

    private void settle(HostedServerConnection arriving, RegisteredServer previous) {
        if (!player.isActive()) {
            return;
        }
        if (beforeFirstJoin) {
            enterPlay();
        }
        Collection<String> names = channels.announcedTo(player.getProtocolVersion());
        if (!names.isEmpty()) {
            arriving.write(
                    WellKnownChannels.registerFor(player.getProtocolVersion()), WellKnownChannels.encodeNames(names));
        }
        arriving.setState(ProtocolState.PLAY);
        arriving.server().add(player);
        player.setConnected(arriving);
        player.setInFlight(null);
        events.fireAndForget(new ServerPostConnectEvent(player, previous));
    }
}
