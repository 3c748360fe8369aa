package io.github.featurecontrol;

import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Receives the messages of our channel on the proxy's threads. They are never forwarded; those of players are
 * queued for the script. Never blocks, and ignores messages of other channels.
 */
public final class ChannelBridge {

    private static final String CHANNEL_NAME = "feature-control";
    /** The maximum length of a channel's name for clients before 1.13. A longer name disconnects them. */
    private static final int LEGACY_NAME_LENGTH = 20;
    private static final int PROTOCOL_1_13 = 393;
    /** From 1.20.2 on, a client without a server is in its configuration phase. */
    private static final int PROTOCOL_1_20_2 = 764;

    private final ChannelRegistrar registrar;
    private final ScriptThread script;
    /**
     * Messages dropped because a backend server sent them; they are neither answered nor forwarded (G45).
     * This and the following counters begin at the start of the proxy.
     */
    public final LongAdder fromBackend = new LongAdder();
    /** Messages dropped because the player exceeded the guard's limits (G12). */
    public final LongAdder overGuard = new LongAdder();
    /** Messages dropped because the queue for the script was full. */
    public final LongAdder queueFull = new LongAdder();
    /** Messages dropped because an answer on this channel would disconnect such an old client (G19). */
    public final LongAdder clientTooOld = new LongAdder();
    /** The guard of each player; garbage-collected with the player. */
    private final Map<Player, PlayerGuard> guards = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile Channel channel = Channel.NONE;

    ChannelBridge(ChannelRegistrar registrar, ScriptThread script) {
        this.registrar = registrar;
        this.script = script;
    }

    /**
     * Registers the channel of these settings, and unregisters that of the previous ones.
     *
     * @throws RuntimeException if the proxy rejects a name of the channel
     */
    public void open(Settings settings) {
        var modern = MinecraftChannelIdentifier.create(settings.text("channel.namespace"), CHANNEL_NAME);
        String alias = settings.text("channel.legacy-alias");
        Map<String, ChannelIdentifier> identifiers = new HashMap<>(Map.of(modern.getId(), modern));
        if (alias.contains(":")) {
            // The proxy may announce it to newer clients as it is: fail here rather than for each of them.
            MinecraftChannelIdentifier.from(alias);
        }
        if (!alias.isEmpty()) {
            identifiers.put(alias, new LegacyChannelIdentifier(alias));
        }
        listenOn(new Channel(identifiers, settings));
    }

    void close() {
        listenOn(Channel.NONE);
    }

    private void listenOn(Channel next) {
        Channel previous = channel;
        next.identifiers.values().forEach(registrar::register);
        channel = next;
        previous.identifiers.forEach((name, identifier) -> {
            if (!next.identifiers.containsKey(name)) {
                registrar.unregister(identifier);
            }
        });
    }

    /** @return a task that the proxy waits for; null for none */
    EventTask receive(PluginMessageEvent event) {
        Channel current = channel;
        ChannelIdentifier identifier = event.getIdentifier();
        if (!current.identifiers.containsKey(identifier.getId())) {
            return null;
        }
        // Before all checks: otherwise the message is forwarded, and its receiver could answer in our place.
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        Player player = senderOf(event);
        if (player == null) {
            fromBackend.increment();
        } else if (!canBeAnswered(player, identifier)) {
            clientTooOld.increment();
        } else if (!admits(player, event.dataAsInputStream().available(), current.settings)) {
            overGuard.increment();
        } else {
            var packet = new Packet(
                player,
                identifier,
                event.getData(),
                System.nanoTime(),
                new CompletableFuture<>()
            );
            return enqueue(packet, current.settings);
        }
        return null;
    }

    private EventTask enqueue(Packet packet, Settings settings) {
        if (!script.offer(packet, settings.number("queue.packets"), settings.number("queue.bytes"))) {
            queueFull.increment();
            return null;
        }
        int budgetMs = settings.number("channel.configuration-budget-ms");
        if (packet.player().getProtocolState() != ProtocolState.CONFIGURATION || budgetMs == 0) {
            return null;
        }
        // A mod that sends a request in the configuration phase expects the answer in it: hold the phase
        // open.
        return EventTask.resumeWhenComplete(
            packet.answered().completeOnTimeout(null, budgetMs, TimeUnit.MILLISECONDS)
        );
    }

    /**
     * Returns the player who sent the message. Before a client older than 1.20.2 has a server, some versions
     * of the proxy report its messages as sent by the server. No version reports messages of a server at that
     * time, except one that the server sent right before it kicked the player, if another plugin has delayed
     * the event: it counts as the player's.
     *
     * @return null for a message of a backend server
     */
    static Player senderOf(PluginMessageEvent event) {
        if (event.getSource() instanceof Player player) {
            return player;
        }
        if (!(event.getTarget() instanceof Player target)) {
            return null;
        }
        boolean mayBeReversed = target.getProtocolVersion().getProtocol() < PROTOCOL_1_20_2;
        return mayBeReversed && target.getCurrentServer().isEmpty() ? target : null;
    }

    private static boolean canBeAnswered(Player player, ChannelIdentifier identifier) {
        return (
            identifier.getId().length() <= LEGACY_NAME_LENGTH ||
            player.getProtocolVersion().getProtocol() >= PROTOCOL_1_13
        );
    }

    private boolean admits(Player player, int size, Settings settings) {
        PlayerGuard guard = guards.computeIfAbsent(player, unknown -> new PlayerGuard());
        int packetsPerSecond = settings.number("guard.packets-per-second");
        return guard.admits(size, packetsPerSecond, settings.number("guard.bytes-per-second"));
    }

    /**
     * The registered channel and its settings, until the settings are read again.
     *
     * @param identifiers by name; of two kinds of identifiers with the same name, the proxy keeps only the
     * one that was registered last
     */
    private record Channel(Map<String, ChannelIdentifier> identifiers, Settings settings) {
        static final Channel NONE = new Channel(Map.of(), null);
    }
}
