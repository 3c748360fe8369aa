package reference;

import bench.GsonCheck;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.inject.Inject;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * The plugin hand-written in Java: Gson, Lettuce, sets in memory, {@code SET NX PX}. The plugin is compared
 * with it in the same proxy under the same load; it implements only what that load needs.
 */
public final class ReferencePlugin {
    private static final MinecraftChannelIdentifier CHANNEL =
            MinecraftChannelIdentifier.create("service", "feature-control");
    private static final String CLIENT_LISTS = "fc:blocklist:client:";
    private static final String PERMITS = "fc:ratelimit:checkFeatures:";
    private static final long MAX_CACHE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ProxyServer proxy;
    private final Logger logger;
    private final long windowMs = Long.getLong("reference.windowMs");
    private final Map<UUID, Long> refusedUntil = new ConcurrentHashMap<>();
    private RedisClient client;
    private RedisAsyncCommands<String, String> redis;
    private GsonCheck rule;

    @Inject
    public ReferencePlugin(ProxyServer proxy, Logger logger) {
        this.proxy = proxy;
        this.logger = logger;
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        client = RedisClient.create(System.getenv("REDIS_URL"));
        var connection = client.connect();
        redis = connection.async();
        logger.info("Connected to Redis");
        rule = readLists(connection.sync());
        logger.info("Initial load complete");
        proxy.getChannelRegistrar().register(CHANNEL);
        logger.info("feature-control is ready");
    }

    private static GsonCheck readLists(RedisCommands<String, String> redis) {
        Map<String, Set<String>> personal = new HashMap<>();
        for (String key : redis.keys(CLIENT_LISTS + "*")) {
            personal.put(key.substring(CLIENT_LISTS.length()), redis.smembers(key));
        }
        return new GsonCheck(redis.smembers("fc:blocklist:global"), personal);
    }

    @Subscribe
    public void onShutdown(ProxyShutdownEvent event) {
        client.shutdown();
    }

    @Subscribe(async = false)
    public void onPluginMessage(PluginMessageEvent event) {
        if (!event.getIdentifier().getId().equals(CHANNEL.getId())) {
            return;
        }
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        if (event.getSource() instanceof Player player) {
            receive(player, event.getData());
        }
    }

    private void receive(Player player, byte[] packet) {
        UUID uuid = player.getUniqueId();
        Long until = refusedUntil.get(uuid);
        if (until != null && System.nanoTime() - until < 0) {
            send(player, refusal(packet));
            return;
        }
        redis.set(PERMITS + uuid, "1", SetArgs.Builder.nx().px(windowMs)).thenAccept(stored -> {
            if (stored == null) {
                refusedUntil.put(uuid, System.nanoTime() + Math.min(MAX_CACHE_NANOS, windowMs * 1_000_000));
            }
            send(player, stored == null ? refusal(packet) : rule.answer(packet));
        });
    }

    /** Omits the remaining time, which would cost one more command for a new refusal. */
    private static byte[] refusal(byte[] packet) {
        JsonObject request = JsonParser.parseString(new String(packet, StandardCharsets.UTF_8)).getAsJsonObject();
        JsonObject response = new JsonObject();
        response.add("id", request.get("id"));
        response.addProperty("ok", false);
        response.addProperty("error", "RATE_LIMITED");
        response.addProperty("message", "Try again in 1 second.");
        return response.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void send(Player player, byte[] answer) {
        player.sendPluginMessage(CHANNEL, answer);
    }
}
