package standin.players;

import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.player.PlayerChannelRegisterEvent;
import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin messages of one client, in each phase of its connection. All methods run on the player's loop.
 */
final class ClientMessages {

    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");
    private static final int MAX_SERVERBOUND_BYTES = 32_767;
    private static final CompletableFuture<MessageOutcome> DISCARDED = CompletableFuture.completedFuture(
        MessageOutcome.DISCARDED
    );
    private static final CompletableFuture<MessageOutcome> FORWARDED = CompletableFuture.completedFuture(
        MessageOutcome.FORWARDED
    );

    private final HostedPlayer player;
    private final BooleanSupplier beforeFirstJoin;
    private final ChannelRegistry channels;
    private final EventManager events;
    private final Behaviour behaviour;
    private final Queue<Runnable> unread = new ArrayDeque<>();
    private boolean paused;

    ClientMessages(
        HostedPlayer player,
        BooleanSupplier beforeFirstJoin,
        ChannelRegistry channels,
        EventManager events,
        Behaviour behaviour
    ) {
        this.player = player;
        this.beforeFirstJoin = beforeFirstJoin;
        this.channels = channels;
        this.events = events;
        this.behaviour = behaviour;
    }

    /**
     * Handles a packet of any kind in order: not while reading of the client's packets is paused (fact 6 in
     * tools/development-proxy/README.md).
     */
    <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> packet) {
        if (!paused) {
            return packet.get();
        }
        CompletableFuture<CompletableFuture<T>> turn = new CompletableFuture<>();
        unread.add(() -> turn.complete(packet.get()));
        return turn.thenCompose(done -> done);
    }

    CompletableFuture<MessageOutcome> receive(String channel, byte[] data) {
        return inTurn(() -> read(channel, data));
    }

    private CompletableFuture<MessageOutcome> read(String channel, byte[] data) {
        if (!player.isActive()) {
            return DISCARDED;
        }
        if (behaviour == Behaviour.OF_2026 && data.length > MAX_SERVERBOUND_BYTES) {
            player.close("the client sent a message of " + data.length + " bytes");
            return DISCARDED;
        }
        if (player.getProtocolState() == ProtocolState.CONFIGURATION) {
            return inConfiguration(channel, data);
        }
        return beforeFirstJoin.getAsBoolean() ? beforeJoin(channel, data) : inPlay(channel, data);
    }

    /** Fact 5: in 2024 a client's message looks like a message from the backend to the client. */
    private CompletableFuture<MessageOutcome> beforeJoin(String channel, byte[] data) {
        HostedServerConnection backend = player.inFlight();
        if (backend == null || WellKnownChannels.isProxy(channel)) {
            return DISCARDED;
        }
        ChannelIdentifier id = channels.find(channel);
        if (id == null) {
            return forward(backend, channel, data);
        }
        return decide(
            behaviour == Behaviour.OF_2024
                ? new PluginMessageEvent(backend, player, id, data)
                : new PluginMessageEvent(player, backend, id, data),
            backend,
            channel,
            data
        );
    }

    /**
     * Fact 6: in 2024 no event is fired; in 2026 an event is fired, and no further packets of the client are
     * read until it ends.
     */
    private CompletableFuture<MessageOutcome> inConfiguration(String channel, byte[] data) {
        HostedServerConnection backend = player.inFlight();
        boolean firesEvent = behaviour == Behaviour.OF_2026;
        boolean isConsumed =
            WellKnownChannels.isBrand(channel) || (firesEvent && WellKnownChannels.isProxy(channel));
        if (backend == null || isConsumed) {
            return DISCARDED;
        }
        ChannelIdentifier id = firesEvent ? channels.find(channel) : null;
        if (id == null) {
            return forward(backend, channel, data);
        }
        paused = true;
        PluginMessageEvent event = new PluginMessageEvent(player, backend, id, data);
        CompletableFuture<MessageOutcome> outcome = decide(event, backend, channel, data);
        outcome.whenCompleteAsync((unused, error) -> resume(), player.loop());
        return outcome;
    }

    private CompletableFuture<MessageOutcome> inPlay(String channel, byte[] data) {
        HostedServerConnection backend = player.connected();
        if (backend == null || WellKnownChannels.isProxy(channel)) {
            return DISCARDED;
        }
        if (backend.state() != ProtocolState.PLAY) {
            LOG.warn("The backend server is not in PLAY: a plugin message on {} was discarded.", channel);
            return DISCARDED;
        }
        if (WellKnownChannels.isRegister(channel)) {
            events.fire(new PlayerChannelRegisterEvent(player, identifiersOf(data)));
        }
        ChannelIdentifier id = channels.find(channel);
        if (id == null || WellKnownChannels.isRegister(channel) || WellKnownChannels.isUnregister(channel)) {
            return forward(backend, channel, data);
        }
        return decide(new PluginMessageEvent(player, backend, id, data), backend, channel, data);
    }

    private CompletableFuture<MessageOutcome> decide(
        PluginMessageEvent event,
        HostedServerConnection backend,
        String channel,
        byte[] data
    ) {
        return events.fire(event).thenApplyAsync(decided -> {
            if (!decided.getResult().isAllowed()) {
                return MessageOutcome.HANDLED;
            }
            backend.write(channel, data);
            return MessageOutcome.FORWARDED;
        }, player.loop());
    }

    private static CompletableFuture<MessageOutcome> forward(
        HostedServerConnection backend,
        String channel,
        byte[] data
    ) {
        backend.write(channel, data);
        return FORWARDED;
    }

    private void resume() {
        paused = false;
        while (!paused && !unread.isEmpty()) {
            unread.remove().run();
        }
    }

    private static List<ChannelIdentifier> identifiersOf(byte[] data) {
        return WellKnownChannels.decodeNames(data).stream().map(ClientMessages::identifierOf).toList();
    }

    private static ChannelIdentifier identifierOf(String name) {
        try {
            return MinecraftChannelIdentifier.from(name);
        } catch (IllegalArgumentException legacyName) {
            return new LegacyChannelIdentifier(name);
        }
    }
}
