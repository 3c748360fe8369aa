package io.github.featurecontrol.sdk;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A game client with mods, which joins networks and checks every request of the core. */
final class ModelClient implements Transport {
    final Random random;
    final ModelWire wire;
    final Map<String, ModFeatures> mods = new HashMap<>();
    /** By mod, the features that are blocked according to its listeners. */
    final Map<String, Set<String>> reported = new HashMap<>();
    /** Mods with more features than fit into a subscription. */
    final Set<String> large = new HashSet<>();
    final Set<String> failingClosed = new HashSet<>();
    /** The requests that were sent on this connection. */
    final List<byte[]> sent = new ArrayList<>();
    final long clockStart;
    final Core core;
    long nowMs = 1;
    long clockSkew;
    ModelNetwork network;
    boolean isInGame;
    AssertionError violation;
    Announcement announcement = Announcement.NOT_ANNOUNCED;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Long> notBefore = new HashMap<>();
    private final Registry registry = new Registry(new ConcurrentHashMap<>());
    private Object connection;
    private String awaitedId;
    private String awaitedMethod;
    private long awaitedSinceMs;
    /** When the next request is allowed, by a RATE_LIMITED error that the core has not processed yet. */
    private Long nextNotBefore;

    ModelClient(Random random) {
        this.random = random;
        wire = new ModelWire(random);
        clockStart = random.nextBoolean() ? random.nextLong() / 2 : Long.MAX_VALUE - 30_000;
        core = new Core(registry, Registry.VERSION, () -> clockStart + nowMs + clockSkew);
        registry.join(core);
        registry.claim(this);
    }

    void addMod(int number) {
        String client = "mod" + number;
        ModBuilder builder = new ModBuilder(client, registry);
        if (random.nextInt(4) == 0) {
            builder.failClosed();
            failingClosed.add(client);
        }
        Set<String> blocked = new HashSet<>();
        reported.put(client, blocked);
        int features = 1 + random.nextInt(4);
        if (random.nextInt(30) == 0) {
            large.add(client);
            features = 1_500 + random.nextInt(2_000);
        }
        for (int i = 0; i < features; i++) {
            String feature = "f" + i;
            builder.feature(feature, isBlocked -> {
                boolean isChange = isBlocked ? blocked.add(feature) : blocked.remove(feature);
                require(isChange, "a listener was called without a change");
                if (random.nextInt(8) == 0) throw new IllegalStateException("thrown by a listener");
            });
        }
        mods.put(client, builder.register());
    }

    void join(ModelNetwork joined) {
        Object next = new Object();
        connection = next;
        network = joined;
        sent.clear();
        isInGame = false;
        announcement = Announcement.NOT_ANNOUNCED;
        awaitedId = null;
        nextNotBefore = null;
        joined.join(text -> wire.send(utf8(text), nowMs, content -> receive(next, content)));
    }

    void receive(Object from, byte[] content) {
        if (connection == from) readDelay(content);
        core.receive(from, content);
    }

    void leave() {
        connection = null;
        network = null;
        isInGame = false;
    }

    @Override
    public Object connection() {
        return connection;
    }

    @Override
    public String network() {
        return network.address;
    }

    @Override
    public boolean isInGame() {
        return isInGame;
    }

    @Override
    public Announcement announcement() {
        return announcement;
    }

    @Override
    public void send(byte[] content) {
        require(content.length <= 32_767, "a request of " + content.length + " bytes");
        require(isInGame && announcement != Announcement.NOT_ANNOUNCED, "a request was sent too early");
        JsonObject request = parse(content);
        String id = request.get("id").getAsString();
        require(!id.isEmpty() && ids.add(id), "an id that is empty or used before");
        String method = request.get("method").getAsString();
        long now = nowMs + clockSkew;
        require(now >= notBefore.getOrDefault(network.address + method, Long.MIN_VALUE), method
            + " before the limit allows it");
        if (announcement == Announcement.UNKNOWN && !network.hasFeatureControl)
            require(sent.isEmpty(), "a second request to a server that does not answer");
        JsonObject payload = request.getAsJsonObject("payload");
        if (payload.has("client")) checkNames(payload);
        else for (JsonElement each : payload.getAsJsonArray("subscriptions"))
            checkNames(each.getAsJsonObject());
        sent.add(content);
        awaitedId = id;
        awaitedMethod = method;
        awaitedSinceMs = now;
        nextNotBefore = null;
        ModelNetwork target = network;
        wire.send(content, nowMs, bytes -> target.request(bytes, nowMs + clockSkew));
        if (random.nextInt(100) == 0) throw new IllegalStateException("thrown by the connection");
    }

    /** Fails for a feature that the mod has not declared. */
    private void checkNames(JsonObject item) {
        ModFeatures mod = mods.get(item.get("client").getAsString());
        for (JsonElement feature : item.getAsJsonArray("features")) mod.isBlocked(feature.getAsString());
    }

    /** Reads when the next request is allowed, from the first message that contains the id of the request. */
    private void readDelay(byte[] content) {
        String text = utf8(content);
        if (awaitedId == null || !text.contains(awaitedId)) return;
        awaitedId = null;
        // The core does not accept late answers, so the delay that they state does not bind it.
        if (nowMs + clockSkew - awaitedSinceMs >= Delays.ANSWER_TIMEOUT_MS) return;
        Matcher matcher = Pattern.compile("Try again in (\\d+) second").matcher(text);
        if (matcher.find()) nextNotBefore = nowMs + clockSkew + Long.parseLong(matcher.group(1)) * 1000;
    }

    /** Must be called after each tick, in which the core has processed the messages received before. */
    void ticked(String address) {
        if (nextNotBefore != null && awaitedMethod != null)
            notBefore.put(address + awaitedMethod, nextNotBefore);
        nextNotBefore = null;
    }

    @SuppressWarnings("deprecation")
    private static JsonObject parse(byte[] content) {
        return new JsonParser().parse(utf8(content)).getAsJsonObject();
    }

    /** Stores the error as well as throwing it, because the core catches everything. */
    void require(boolean condition, String message) {
        if (condition) return;
        violation = new AssertionError(message);
        throw violation;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
