package io.github.featurecontrol;

import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.player.PlayerChannelRegisterEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.LegacyChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;

/**
 * Notifies the script of the channels that clients register, and of messages on the channels of other mods,
 * which pass through the proxy. While the script watches no channels, a message costs one map lookup.
 */
public final class ModChannels {

    /** The number of bytes passed to the script. Handshakes are recognized by their first bytes. */
    private static final int MAX_BYTES = 64;
    /**
     * The maximum number of messages and registrations of one player that are passed to the script per second.
     * Further ones are only forwarded.
     */
    private static final int EVENTS_PER_SECOND = 40;
    /** The maximum number of channels in these registrations per second; the mods of a client have fewer. */
    private static final int CHANNELS_PER_SECOND = 2048;

    private final ChannelRegistrar registrar;
    private final ScriptThread script;
    /** The guard of each player; garbage-collected with the player. */
    private final Map<Player, PlayerGuard> guards = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile Watch watch = new Watch(Set.of(), (player, channels) -> {}, null);

    /**
     * @param channels names of the watched channels
     * @param sent null if there are none
     */
    private record Watch(
        Set<String> channels,
        BiConsumer<Player, List<ChannelIdentifier>> registered,
        MessageListener sent
    ) {}

    /** A function of the script. */
    @FunctionalInterface
    public interface MessageListener {
        /** @param bytes the first bytes of the message */
        void sent(Player player, boolean byServer, String channel, byte[] bytes);
    }

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
     * @param registered called for each registration of a client, also of other channels
     * @param sent called for each message of a client or its server
     */
    public void watch(
        String[] names,
        BiConsumer<Player, List<ChannelIdentifier>> registered,
        MessageListener sent
    ) {
        watch = new Watch(Set.of(names), registered, sent);
        watch.channels.forEach(name -> registrar.register(identifier(name)));
    }

    void receive(PluginMessageEvent event) {
        Watch current = watch;
        String name = event.getIdentifier().getId();
        if (!current.channels.contains(name)) {
            return;
        }
        Player sender = ChannelBridge.senderOf(event);
        Object peer = sender == null ? event.getTarget() : sender;
        if (peer instanceof Player player && admits(player, 0)) {
            byte[] bytes = Arrays.copyOf(event.getData(), Math.min(MAX_BYTES, event.getData().length));
            script.execute(() -> current.sent.sent(player, sender == null, name, bytes));
        }
    }

    void receive(PlayerChannelRegisterEvent event) {
        Player player = event.getPlayer();
        if (admits(player, event.getChannels().size())) {
            // Read on the script thread: registrations during the start wait there until the script watches.
            script.execute(() -> watch.registered.accept(player, event.getChannels()));
        }
    }

    /**
     * Returns whether the script may receive an event of this player, as one client must not delay others.
     *
     * @param channels the number of channels that the script has to read
     */
    private boolean admits(Player player, int channels) {
        PlayerGuard guard = guards.computeIfAbsent(player, unknown -> new PlayerGuard());
        return guard.admits(channels, EVENTS_PER_SECOND, CHANNELS_PER_SECOND);
    }
}
