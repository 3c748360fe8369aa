package reference;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
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
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * What the plugin is compared with: {@code checkFeatures} as one writes it by hand in Java. It keeps the same
 * promises for valid requests: the message is never forwarded, a bounded queue and one thread keep the order,
 * the lists are in memory and follow Redis by client-side caching, and each request takes a permit of Redis.
 */
public final class ReferencePlugin {

    private static final MinecraftChannelIdentifier CHANNEL = MinecraftChannelIdentifier.create(
        "service",
        "feature-control"
    );
    private static final String GLOBAL = "fc:blocklist:global";
    private static final String PERSONAL = "fc:blocklist:client:";
    private static final int MAX_QUEUED = 4096;
    private static final int MAX_PACKET_BYTES = 32_767;
    /** The same as in the settings of the measured plugin: so short that every request gets a permit. */
    private static final long WINDOW_MS = 1;

    private final ProxyServer proxy;
    private final Logger logger;
    private final ThreadPoolExecutor worker = new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_QUEUED),
        task -> new Thread(task, "reference"),
        new ThreadPoolExecutor.DiscardPolicy()
    );
    private final Map<String, Set<String>> lists = new ConcurrentHashMap<>();
    private final RedisClient client = RedisClient.create(System.getenv("REDIS_URL"));
    private StatefulRedisConnection<String, String> redis;

    @Inject
    public ReferencePlugin(ProxyServer proxy, Logger logger) {
        this.proxy = proxy;
        this.logger = logger;
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        redis = client.connect();
        StatefulRedisConnection<String, String> changes = client.connect();
        changes.addListener(message -> {
            if (message.getType().equals("invalidate")) {
                worker.execute(this::readLists);
            }
        });
        changes.sync().clientTracking(TrackingArgs.Builder.enabled().bcast().prefixes("fc:blocklist:"));
        readLists();
        proxy.getChannelRegistrar().register(CHANNEL);
        logger.info("reference is ready");
    }

    @Subscribe
    public void onShutdown(ProxyShutdownEvent event) {
        client.shutdown(0, 1, TimeUnit.SECONDS);
        worker.shutdownNow();
    }

    @Subscribe(async = false)
    public void onMessage(PluginMessageEvent event) {
        if (!event.getIdentifier().getId().equals(CHANNEL.getId())) {
            return;
        }
        event.setResult(PluginMessageEvent.ForwardResult.handled());
        byte[] bytes = event.getData();
        if (event.getSource() instanceof Player player && bytes.length <= MAX_PACKET_BYTES) {
            worker.execute(() -> receive(player, bytes));
        }
    }

    private void readLists() {
        redis
            .async()
            .keys("fc:blocklist:*")
            .thenAccept(keys -> {
                lists.keySet().retainAll(keys);
                for (String key : keys) {
                    redis
                        .async()
                        .smembers(key)
                        .thenAccept(features -> lists.put(key, Set.copyOf(features)));
                }
            });
    }

    private void receive(Player player, byte[] bytes) {
        JsonObject request = JsonParser.parseString(
            new String(bytes, StandardCharsets.UTF_8)
        ).getAsJsonObject();
        String id = text(request.get("id"));
        if (!text(request.get("method")).equals("checkFeatures")) {
            answer(player, failure(id, "BAD_REQUEST"));
            return;
        }
        JsonObject payload = request.getAsJsonObject("payload");
        String mod = text(payload.get("client"));
        Set<String> features = new LinkedHashSet<>();
        payload.getAsJsonArray("features").forEach(feature -> features.add(text(feature)));
        String permit = "fc:ratelimit:checkFeatures:" + player.getUniqueId();
        redis
            .async()
            .set(permit, "1", SetArgs.Builder.nx().px(WINDOW_MS))
            .whenCompleteAsync((stored, failed) -> {
                if (failed != null) {
                    answer(player, failure(id, "INTERNAL_ERROR"));
                } else if (stored == null) {
                    answer(player, failure(id, "RATE_LIMITED"));
                } else {
                    answer(player, blocked(id, mod, features));
                }
            }, worker);
    }

    private JsonObject blocked(String id, String mod, Set<String> features) {
        Set<String> global = lists.getOrDefault(GLOBAL, Set.of());
        Set<String> personal = lists.getOrDefault(PERSONAL + mod, Set.of());
        JsonArray blocklist = new JsonArray();
        for (String feature : features) {
            if (global.contains(feature) || personal.contains(feature)) {
                blocklist.add(feature);
            }
        }
        JsonObject payload = new JsonObject();
        payload.add("blocklist", blocklist);
        JsonObject answer = response(id, true);
        answer.add("payload", payload);
        return answer;
    }

    private static JsonObject failure(String id, String error) {
        JsonObject answer = response(id, false);
        answer.addProperty("error", error);
        return answer;
    }

    private static JsonObject response(String id, boolean isOk) {
        JsonObject answer = new JsonObject();
        answer.addProperty("id", id);
        answer.addProperty("ok", isOk);
        return answer;
    }

    private static void answer(Player player, JsonObject answer) {
        player.sendPluginMessage(CHANNEL, answer.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IllegalArgumentException if the element is not a string */
    private static String text(JsonElement element) {
        if (element instanceof JsonPrimitive primitive && primitive.isString()) {
            return primitive.getAsString();
        }
        throw new IllegalArgumentException("not a string");
    }
}
