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
 * Takes our channel's messages off the proxy's threads: what is ours never goes further, what is a player's
 * is queued for the script. Never waits, and returns at once for every other channel.
 */
public final class ChannelBridge {
    private static final String CHANNEL_NAME = "feature-control";
    /**
     * Clients before 1.13 read at most this many characters of a channel's name; a longer one breaks their
     * connection.
     */
    private static final int LEGACY_NAME_LENGTH = 20;
    private static final int PROTOCOL_1_13 = 393;
    /** From 1.20.2 on a client that has no server yet is in its configuration phase. */
    private static final int PROTOCOL_1_20_2 = 764;

    private final ChannelRegistrar registrar;
    private final ScriptThread script;
    /**
     * Messages that were sent by a backend server, which is never answered and never passed on (G45). Like
     * all of these, counted since the start.
     */
    public final LongAdder fromBackend = new LongAdder();
    /** Dropped as the player sends too much (G12). */
    public final LongAdder overGuard = new LongAdder();
    /** Dropped as the script could not keep up. */
    public final LongAdder queueFull = new LongAdder();
    /** Dropped as an answer on this channel would break a client of that age (G19). */
    public final LongAdder clientTooOld = new LongAdder();
    /** Each is forgotten with its player. */
    private final Map<Player, PlayerGuard> guards = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile Channel channel = Channel.NONE;

    ChannelBridge(ChannelRegistrar registrar, ScriptThread script) {
        this.registrar = registrar;
        this.script = script;
    }

    /**
     * Listens as the settings say, and no longer as others said before.
     *
     * @throws IllegalArgumentException where the proxy refuses the channel's name
     */
    public void open(Settings settings) {
        var modern = MinecraftChannelIdentifier.create(settings.text("channel.namespace"), CHANNEL_NAME);
        String alias = settings.text("channel.legacy-alias");
        Map<String, ChannelIdentifier> identifiers = new HashMap<>(Map.of(modern.getId(), modern));
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

    /** @return what the proxy is to wait for, null for nothing */
    EventTask receive(PluginMessageEvent event) {
        Channel current = channel;
        ChannelIdentifier identifier = event.getIdentifier();
        if (!current.identifiers.containsKey(identifier.getId())) {
            return null;
        }
        // First: a message left alone is forwarded, and the one who receives it could answer in our place.
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        Player player = senderOf(event);
        if (player == null) {
            fromBackend.increment();
        } else if (!canBeAnswered(player, identifier)) {
            clientTooOld.increment();
        } else if (!admits(player, event.dataAsInputStream().available(), current.settings)) {
            overGuard.increment();
        } else {
            var packet = new Packet(player, identifier, event.getData(), new CompletableFuture<>());
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
        // A mod that asks while its client is being configured listens there: keep that phase open a while.
        return EventTask.resumeWhenComplete(
                packet.answered().completeOnTimeout(null, budgetMs, TimeUnit.MILLISECONDS));
    }

    /**
     * @return null for a backend's message. Before a client below 1.20.2 has a server, some versions of the
     *     proxy call its own messages the server's; a server that could speak at that time is not heard by
     *     any version.
     */
    private static Player senderOf(PluginMessageEvent event) {
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
        return identifier.getId().length() <= LEGACY_NAME_LENGTH
                || player.getProtocolVersion().getProtocol() >= PROTOCOL_1_13;
    }

    private boolean admits(Player player, int size, Settings settings) {
        PlayerGuard guard = guards.computeIfAbsent(player, unknown -> new PlayerGuard());
        int packetsPerSecond = settings.number("guard.packets-per-second");
        return guard.admits(size, packetsPerSecond, settings.number("guard.bytes-per-second"));
    }

    /**
     * What holds from one reading of the settings to the next.
     *
     * @param identifiers by name: of two kinds with one name, the proxy remembers the one that was registered
     *     last
     */
    private record Channel(Map<String, ChannelIdentifier> identifiers, Settings settings) {
        static final Channel NONE = new Channel(Map.of(), null);
    }
}
