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
 * Plugin messages that one client sends, in each phase of its connection. Everything here runs on the
 * player's loop.
 */
final class ClientMessages {
    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");
    private static final int SERVERBOUND_BYTES = 32_767;
    private static final CompletableFuture<Fate> DISCARDED = CompletableFuture.completedFuture(Fate.DISCARDED);
    private static final CompletableFuture<Fate> FORWARDED = CompletableFuture.completedFuture(Fate.FORWARDED);

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
            Behaviour behaviour) {
        this.player = player;
        this.beforeFirstJoin = beforeFirstJoin;
        this.channels = channels;
        this.events = events;
        this.behaviour = behaviour;
    }

    /** Takes a packet of any kind in its turn: not before the client's packets are read again (fact 6). */
    <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> packet) {
        if (!paused) {
            return packet.get();
        }
        CompletableFuture<CompletableFuture<T>> turn = new CompletableFuture<>();
        unread.add(() -> turn.complete(packet.get()));
        return turn.thenCompose(done -> done);
    }

    CompletableFuture<Fate> receive(String channel, byte[] data) {
        return inTurn(() -> read(channel, data));
    }

    private CompletableFuture<Fate> read(String channel, byte[] data) {
        if (!player.isActive()) {
            return DISCARDED;
        }
        if (behaviour == Behaviour.OF_2026 && data.length > SERVERBOUND_BYTES) {
            player.close("the client sent a message of " + data.length + " bytes");
            return DISCARDED;
        }
        if (player.getProtocolState() == ProtocolState.CONFIGURATION) {
            return inConfiguration(channel, data);
        }
        return beforeFirstJoin.getAsBoolean() ? beforeJoin(channel, data) : inPlay(channel, data);
    }

    /** Fact 5: in 2024 the client's own message looks like one that the backend sends to it. */
    private CompletableFuture<Fate> beforeJoin(String channel, byte[] data) {
        HostedServerConnection backend = player.inFlight();
        if (backend == null || WellKnownChannels.isProxy(channel)) {
            return DISCARDED;
        }
        ChannelIdentifier id = channels.find(channel);
        if (id == null) {
            return forward(backend, channel, data);
        }
        return decide(behaviour == Behaviour.OF_2024
                ? new PluginMessageEvent(backend, player, id, data)
                : new PluginMessageEvent(player, backend, id, data), backend, channel, data);
    }

    /**
     * Fact 6: no event in 2024; in 2026 an event, with the client's further packets left unread until it
     * ends.
     */
    private CompletableFuture<Fate> inConfiguration(String channel, byte[] data) {
        HostedServerConnection backend = player.inFlight();
        boolean eventful = behaviour == Behaviour.OF_2026;
        boolean kept = WellKnownChannels.isBrand(channel) || (eventful && WellKnownChannels.isProxy(channel));
        if (backend == null || kept) {
            return DISCARDED;
        }
        ChannelIdentifier id = eventful ? channels.find(channel) : null;
        if (id == null) {
            return forward(backend, channel, data);
        }
        paused = true;
        PluginMessageEvent event = new PluginMessageEvent(player, backend, id, data);
        CompletableFuture<Fate> fate = decide(event, backend, channel, data);
        fate.whenCompleteAsync((unused, problem) -> resume(), player.loop());
        return fate;
    }

    private CompletableFuture<Fate> inPlay(String channel, byte[] data) {
        HostedServerConnection backend = player.connected();
        if (backend == null || WellKnownChannels.isProxy(channel)) {
            return DISCARDED;
        }
        if (backend.state() != ProtocolState.PLAY) {
            LOG.warn("The backend server is not in PLAY: a plugin message on {} was discarded.", channel);
            return DISCARDED;
        }
        if (WellKnownChannels.isRegister(channel)) {
            events.fireAndForget(new PlayerChannelRegisterEvent(player, identifiersOf(data)));
        }
        ChannelIdentifier id = channels.find(channel);
        if (id == null || WellKnownChannels.isRegister(channel) || WellKnownChannels.isUnregister(channel)) {
            return forward(backend, channel, data);
        }
        return decide(new PluginMessageEvent(player, backend, id, data), backend, channel, data);
    }

    private CompletableFuture<Fate> decide(
            PluginMessageEvent event, HostedServerConnection backend, String channel, byte[] data) {
        return events.fire(event).thenApplyAsync(decided -> {
            if (!decided.getResult().isAllowed()) {
                return Fate.HANDLED;
            }
            backend.write(channel, data);
            return Fate.FORWARDED;
        }, player.loop());
    }

    private static CompletableFuture<Fate> forward(HostedServerConnection backend, String channel, byte[] data) {
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
        } catch (IllegalArgumentException oldForm) {
            return new LegacyChannelIdentifier(name);
        }
    }
}
