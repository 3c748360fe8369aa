package io.github.featurecontrol;

import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Channels of other mods, whose messages pass through the proxy: the script is notified of them. Until it
 * asks for some, no message costs more than a look.
 */
public final class ModChannels {
    /** What a greeting says is in its first bytes. */
    private static final int MOST_BYTES = 64;
    /** What one player can make the script hear; more is passed on all the same. */
    private static final int MESSAGES_PER_SECOND = 20;

    private final ChannelRegistrar registrar;
    private final ScriptThread script;
    private final Map<Player, PlayerGuard> guards = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile Watch watch = new Watch(Map.of(), List.of(), null);

    /** @param kept what servers send on these channels does not reach the player */
    private record Watch(
            Map<String, ChannelIdentifier> channels, List<String> kept, ScriptHost.Listening listening) {}

    ModChannels(ChannelRegistrar registrar, ScriptThread script) {
        this.registrar = registrar;
        this.script = script;
    }

    /** @return the argument, which the engine made of the script's array: to be sent many times */
    public byte[] bytes(byte[] bytes) {
        return bytes;
    }

    /** @return the text, to be sent many times */
    public byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @return as the proxy knows a channel of that name */
    public ChannelIdentifier identifier(String name) {
        return name.contains(":") ? MinecraftChannelIdentifier.from(name) : new LegacyChannelIdentifier(name);
    }

    /**
     * Registers these channels, which announces them to clients and servers, and no longer those before.
     *
     * @param kept of these what servers send does not reach the player
     * @param listening is called with {@code client} or {@code server}, the player, the channel's name and
     *     the first bytes of each message
     */
    public void watch(List<String> names, List<String> kept, ScriptHost.Listening listening) {
        Map<String, ChannelIdentifier> channels = new HashMap<>();
        names.forEach(name -> channels.put(name, identifier(name)));
        Watch previous = watch;
        watch = new Watch(channels, List.copyOf(kept), listening);
        channels.values().forEach(registrar::register);
        previous.channels.values().stream().filter(old -> !channels.containsValue(old))
                .forEach(registrar::unregister);
    }

    void receive(PluginMessageEvent event) {
        Watch current = watch;
        String name = event.getIdentifier().getId();
        if (!current.channels.containsKey(name)) {
            return;
        }
        boolean isFromClient = event.getSource() instanceof Player;
        Object end = isFromClient ? event.getSource() : event.getTarget();
        if (!isFromClient && current.kept.contains(name)) {
            event.setResult(PluginMessageEvent.ForwardResult.handled());
        }
        if (end instanceof Player player && admits(player)) {
            byte[] bytes = Arrays.copyOf(event.getData(), Math.min(MOST_BYTES, event.getData().length));
            String from = isFromClient ? "client" : "server";
            script.execute(() -> current.listening.call(from, null, player, name, bytes));
        }
    }

    private boolean admits(Player player) {
        PlayerGuard guard = guards.computeIfAbsent(player, unknown -> new PlayerGuard());
        return guard.admits(0, MESSAGES_PER_SECOND, 1);
    }
}
