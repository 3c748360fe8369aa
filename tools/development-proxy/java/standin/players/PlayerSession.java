package standin.players;

import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.player.configuration.PlayerEnterConfigurationEvent;
import com.velocitypowered.api.event.player.configuration.PlayerFinishedConfigurationEvent;
import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * The session of one player from login to disconnect, in Velocity's order of steps. Methods may be called
 * from any thread; their work runs on the player's loop, and the returned future completes with it.
 */
public final class PlayerSession {

    private final HostedPlayer player;
    private final ChannelRegistry channels;
    private final EventManager events;
    private final Behaviour behaviour;
    private final ProxyOutput output;
    private final ClientMessages messages;
    private boolean beforeFirstJoin = true;

    public PlayerSession(
        HostedPlayer player,
        ChannelRegistry channels,
        EventManager events,
        Behaviour behaviour,
        ProxyOutput output
    ) {
        this.player = player;
        this.channels = channels;
        this.events = events;
        this.behaviour = behaviour;
        this.output = output;
        this.messages = new ClientMessages(player, () -> beforeFirstJoin, channels, events, behaviour);
    }

    public HostedPlayer player() {
        return player;
    }

    /** Logs in: starts the connection to the first server, which has not accepted the player yet. */
    public CompletableFuture<Void> logIn(HostedServer server) {
        return player.loop().call(() -> {
            startConnection(server);
            return CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Ends the configuration phase of a client that has one: the client is in PLAY and has the announcement,
     * but the server that accepts it has not sent JoinGame yet (fact 19 in
     * tools/development-proxy/README.md). Without this call, {@link #arrive()} does both.
     */
    public CompletableFuture<Void> finishConfiguration() {
        return player.loop().call(() ->
            messages.inTurn(() -> {
                leaveConfiguration();
                return CompletableFuture.completedFuture(null);
            })
        );
    }

    /**
     * The server being connected to accepts the player. A client with a configuration phase ends it now, by a
     * packet that is read in order.
     */
    public CompletableFuture<Void> arrive() {
        return player.loop().call(() -> messages.inTurn(this::enterServer));
    }

    /**
     * Starts a switch to another server, which {@link #acknowledgeConfiguration()} continues and
     * {@link #arrive()} completes. A client with a configuration phase has no server from now on, but its state remains PLAY
     * until it acknowledges (fact 14).
     */
    public CompletableFuture<Void> startSwitch(HostedServer server) {
        return player.loop().call(() -> {
            startConnection(server);
            if (!player.hasConfigurationPhase()) {
                return CompletableFuture.completedFuture(null);
            }
            leaveServer();
            return enterConfiguration();
        });
    }

    /**
     * The player's server sends the player back into the configuration phase, without a switch (fact 21).
     * {@link #acknowledgeConfiguration()} continues it and {@link #finishConfiguration()} completes it.
     */
    public CompletableFuture<Void> startReconfiguration() {
        return player.loop().call(this::enterConfiguration);
    }

    /** The client acknowledges the start of its configuration phase. Nothing happens if it has none. */
    public CompletableFuture<Void> acknowledgeConfiguration() {
        return player.loop().call(() -> {
            if (player.hasConfigurationPhase()) {
                player.setState(ProtocolState.CONFIGURATION);
            }
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Sends a plugin message from the client. */
    public CompletableFuture<MessageOutcome> send(String channel, byte[] data) {
        return player.loop().call(() -> messages.receive(channel, data));
    }

    /** As {@link #send}, for callers that are already on the player's loop. */
    public CompletableFuture<MessageOutcome> sendOnLoop(String channel, byte[] data) {
        return messages.receive(channel, data);
    }

    /**
     * Sends a plugin message from the backend to the client: from the current backend, otherwise from the one
     * being connected to.
     */
    public CompletableFuture<MessageOutcome> backendSends(String channel, byte[] data) {
        return player.loop().call(() -> {
            boolean isConnected = player.connected() != null;
            HostedServerConnection backend = isConnected ? player.connected() : player.inFlight();
            boolean firesEvent =
                isConnected ||
                (behaviour == Behaviour.OF_2026 && player.getProtocolState() == ProtocolState.CONFIGURATION);
            if (backend == null || WellKnownChannels.isProxy(channel)) {
                return CompletableFuture.completedFuture(MessageOutcome.DISCARDED);
            }
            ChannelIdentifier id = firesEvent ? channels.find(channel) : null;
            if (id == null) {
                player.write(channel, data);
                return CompletableFuture.completedFuture(MessageOutcome.FORWARDED);
            }
            return events.fire(new PluginMessageEvent(backend, player, id, data)).thenApplyAsync(decided -> {
                if (!decided.getResult().isAllowed()) {
                    return MessageOutcome.HANDLED;
                }
                player.write(channel, data);
                return MessageOutcome.FORWARDED;
            }, player.loop());
        });
    }

    /** Called once, when the connection has closed. */
    public CompletableFuture<DisconnectEvent> end() {
        return events.fire(new DisconnectEvent(player, DisconnectEvent.LoginStatus.SUCCESSFUL_LOGIN));
    }

    private CompletableFuture<Void> enterServer() {
        HostedServerConnection connecting = player.inFlight();
        if (connecting == null) {
            return CompletableFuture.failedFuture(
                new IllegalStateException(player + " is not connecting to a server")
            );
        }
        leaveConfiguration();
        leaveServer();
        completeSwitch(connecting);
        return CompletableFuture.completedFuture(null);
    }

    private void startConnection(HostedServer server) {
        HostedServerConnection connection = new HostedServerConnection(player, server, output);
        connection.setState(
            player.hasConfigurationPhase() ? ProtocolState.CONFIGURATION : ProtocolState.LOGIN
        );
        player.setInFlight(connection);
    }

    /** The client is asked to enter the configuration phase once the event has ended. */
    private CompletableFuture<Void> enterConfiguration() {
        return events
            .fire(new PlayerEnterConfigurationEvent(player, configuringServer()))
            .thenApply(unused -> null);
    }

    private HostedServerConnection configuringServer() {
        return player.inFlight() == null ? player.connected() : player.inFlight();
    }

    private void leaveConfiguration() {
        if (player.getProtocolState() == ProtocolState.CONFIGURATION) {
            events.fire(new PlayerFinishedConfigurationEvent(player, configuringServer()));
            player.setState(ProtocolState.PLAY);
            enterPlay();
        }
    }

    /** Fact 2: the client receives the channels each time it enters PLAY. */
    private void enterPlay() {
        beforeFirstJoin = false;
        Collection<String> names = channels.announcedTo(player.getProtocolVersion());
        if (!names.isEmpty()) {
            player.write(
                WellKnownChannels.registerFor(player.getProtocolVersion()),
                WellKnownChannels.encodeNames(names)
            );
        }
    }

    private void leaveServer() {
        player.setConnected(null);
    }

    private void completeSwitch(HostedServerConnection connecting) {
        if (!player.isActive()) {
            return;
        }
        if (beforeFirstJoin) {
            enterPlay();
        }
        Collection<String> names = channels.announcedTo(player.getProtocolVersion());
        if (!names.isEmpty()) {
            connecting.write(
                WellKnownChannels.registerFor(player.getProtocolVersion()),
                WellKnownChannels.encodeNames(names)
            );
        }
        connecting.setState(ProtocolState.PLAY);
        player.setConnected(connecting);
        player.setInFlight(null);
        events.fire(new ServerPostConnectEvent(player, null));
    }
}
