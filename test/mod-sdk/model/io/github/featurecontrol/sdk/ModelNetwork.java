package io.github.featurecontrol.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A network as the protocol describes it, with or without feature control and subscribe. */
final class ModelNetwork {
    final String address;
    final boolean hasFeatureControl;
    final boolean hasSubscribe;
    final long limitMs;
    final Map<String, Set<String>> blocked = new HashMap<>();
    /** Everything that was ever blocked on this network, as {@code <mod>/<feature>}. */
    final Set<String> everBlocked = new LinkedHashSet<>();
    final Map<String, Long> notBefore = new HashMap<>();
    boolean isUnavailable;
    private final Map<String, JsonArray> subscriptions = new LinkedHashMap<>();
    private final Map<String, String> lastSent = new HashMap<>();
    private long revision;
    private Consumer<String> player = text -> { };

    ModelNetwork(String address, boolean hasFeatureControl, boolean hasSubscribe, long limitMs) {
        this.address = address;
        this.hasFeatureControl = hasFeatureControl;
        this.hasSubscribe = hasSubscribe;
        this.limitMs = limitMs;
    }

    /** Starts a new connection. Subscriptions and revisions of the previous one are discarded. */
    void join(Consumer<String> toPlayer) {
        player = toPlayer;
        subscriptions.clear();
        lastSent.clear();
        revision = 0;
    }

    void set(String client, String feature, boolean isBlocked) {
        Set<String> names = blocked.computeIfAbsent(client, absent -> new LinkedHashSet<>());
        if (isBlocked) {
            names.add(feature);
            everBlocked.add(client + "/" + feature);
        } else {
            names.remove(feature);
        }
    }

    boolean isBlocked(String client, String feature) {
        return blocked.getOrDefault(client, new LinkedHashSet<>()).contains(feature);
    }

    /** Sends an event with the subscribed mods whose blocked features have changed since the last message. */
    void push() {
        JsonArray changed = new JsonArray();
        subscriptions.forEach((client, features) -> {
            JsonObject item = item(client, features);
            if (item.toString().equals(lastSent.put(client, item.toString()))) return;
            changed.add(item);
        });
        if (changed.size() > 0) event(++revision, changed);
    }

    void event(long number, JsonArray items) {
        JsonObject payload = new JsonObject();
        payload.addProperty("revision", number);
        payload.add("subscriptions", items);
        JsonObject event = new JsonObject();
        event.addProperty("event", "blocklistChanged");
        event.add("payload", payload);
        player.accept(event.toString());
    }

    @SuppressWarnings("deprecation")
    void request(byte[] content, long nowMs) {
        if (!hasFeatureControl) return;
        JsonObject request = new JsonParser().parse(new String(content,
            StandardCharsets.UTF_8)).getAsJsonObject();
        JsonObject answer = new JsonObject();
        answer.add("id", request.get("id"));
        String method = request.get("method").getAsString();
        JsonObject payload = request.getAsJsonObject("payload");
        String error = null;
        if (method.equals("subscribe") && !hasSubscribe) error = "NOT_FOUND";
        else if (nowMs < notBefore.getOrDefault(method, 0L)) error = "RATE_LIMITED";
        else if (isUnavailable) error = "INTERNAL_ERROR";
        answer.addProperty("ok", error == null);
        if (error == null) answer.add("payload", method.equals("subscribe") ? subscribe(payload)
            : check(payload));
        else answer.addProperty("error", error);
        if ("RATE_LIMITED".equals(error)) {
            long seconds = (notBefore.get(method) - nowMs + 999) / 1000;
            answer.addProperty("message", "Try again in " + seconds + (seconds == 1 ? " second."
                : " seconds."));
        } else if (!"NOT_FOUND".equals(error)) {
            notBefore.put(method, nowMs + limitMs);
        }
        player.accept(answer.toString());
    }

    private JsonObject check(JsonObject payload) {
        JsonObject result = new JsonObject();
        result.add("blocklist", blocklist(payload.get("client").getAsString(),
            payload.getAsJsonArray("features")));
        return result;
    }

    private JsonObject subscribe(JsonObject payload) {
        JsonArray items = new JsonArray();
        for (JsonElement each : payload.getAsJsonArray("subscriptions")) {
            String client = each.getAsJsonObject().get("client").getAsString();
            JsonArray features = each.getAsJsonObject().getAsJsonArray("features");
            subscriptions.put(client, features);
            JsonObject item = item(client, features);
            lastSent.put(client, item.toString());
            items.add(item);
        }
        JsonObject result = new JsonObject();
        result.addProperty("revision", ++revision);
        result.add("subscriptions", items);
        return result;
    }

    private JsonObject item(String client, JsonArray features) {
        JsonObject item = new JsonObject();
        item.addProperty("client", client);
        item.add("blocklist", blocklist(client, features));
        return item;
    }

    private JsonArray blocklist(String client, JsonArray features) {
        JsonArray names = new JsonArray();
        for (JsonElement feature : features)
            if (isBlocked(client, feature.getAsString())) names.add(new JsonPrimitive(feature.getAsString()));
        return names;
    }
}
