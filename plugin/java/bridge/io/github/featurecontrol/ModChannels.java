package io.github.featurecontrol;

import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Notifies the script of messages on the channels of other mods, which pass through the proxy. While the
 * script watches no channels, a message costs one map lookup.
 */
public final class ModChannels {
    /** The number of bytes passed to the script. Greetings are recognized by their first bytes. */
    private static final int MAX_BYTES = 64;
    /**
     * The number of messages, and of registrations, of one player passed to the script. Further ones are only
     * forwarded.
     */
    private static final int EVENTS_PER_SECOND = 20;
    /** The number of channels in these registrations, more than the mods of a client have. */
    private static final int CHANNELS_PER_SECOND = 2048;

    private final ChannelRegistrar registrar;
    private final ScriptThread script;
    private final Map<Player, Map<Class<?>, PlayerGuard>> guards = new WeakHashMap<>();
    private volatile Watch watch = new Watch(Set.of(), List.of(), null);

    /** @param blocked channels on which messages of servers are not forwarded to the player */
    private record Watch(Set<String> channels, List<String> blocked, ScriptHost.ScriptFunction listener) {}

    ModChannels(ChannelRegistrar registrar, ScriptThread script) {
        this.registrar = registrar;
        this.script = script;
    }

    /**
     * @return the argument, which the engine has converted from an array of the script, so that it can be
     * sent repeatedly
     */
    public byte[] bytes(byte[] bytes) {
        return bytes;
    }

    /** @return the encoded text, so that it can be sent repeatedly */
    public byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @return the proxy's identifier for a channel of that name */
    public ChannelIdentifier identifier(String name) {
        return name.contains(":") ? MinecraftChannelIdentifier.from(name) : new LegacyChannelIdentifier(name);
    }

    /**
     * Registers these channels, which announces them to clients and servers. The previous ones remain
     * registered: another plugin may have registered them, too, and the proxy does not count that.
     *
     * @param blocked those on which messages of servers are not forwarded to the player
     * @param listener called with {@code client} or {@code server}, the player, the channel's name and the
     * first bytes of each message
     */
    public void watch(List<String> names, List<String> blocked, ScriptHost.ScriptFunction listener) {
        watch = new Watch(Set.copyOf(names), List.copyOf(blocked), listener);
        names.forEach(name -> registrar.register(identifier(name)));
    }

    void receive(PluginMessageEvent event) {
        Watch current = watch;
        String name = event.getIdentifier().getId();
        if (!current.channels.contains(name)) {
            return;
        }
        boolean isFromClient = event.getSource() instanceof Player;
        Object end = isFromClient ? event.getSource() : event.getTarget();
        if (!isFromClient && current.blocked.contains(name)) {
            event.setResult(PluginMessageEvent.ForwardResult.handled());
        }
        if (end instanceof Player player && admits(event, player, 0)) {
            byte[] bytes = Arrays.copyOf(event.getData(), Math.min(MAX_BYTES, event.getData().length));
            String from = isFromClient ? "client" : "server";
            script.execute(() -> current.listener.call(from, null, player, name, bytes));
        }
    }

    /**
     * Returns whether the script may receive this event, as one client must not delay others. Each kind of
     * event has its own limit.
     *
     * @param channels the number of channels that the script has to read
     */
    synchronized boolean admits(Object event, Player player, int channels) {
        var guardByKind = guards.computeIfAbsent(player, unknown -> new HashMap<>());
        PlayerGuard guard = guardByKind.computeIfAbsent(event.getClass(), unknown -> new PlayerGuard());
        return guard.admits(channels, EVENTS_PER_SECOND, CHANNELS_PER_SECOND);
    }
}
