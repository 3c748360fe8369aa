package io.github.featurecontrol.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Encodes requests, and selects the mods that fit into one. Uses only the API of Gson 2.2.4. */
final class Requests {

    /** The largest plugin message that Minecraft lets a client send. */
    static final int MAX_BYTES = 32_767;
    /** The largest item of a mod in a request; the rest is the envelope, mostly its id. */
    static final int MAX_ITEM_BYTES = MAX_BYTES - 256;
    /** The limits of one player's subscriptions on a server; further mods use checkFeatures. */
    private static final int MAX_SUBSCRIBED_BYTES = 16_000;
    private static final int MAX_SUBSCRIBED_CLIENTS = 64;
    private static final int MAX_SUBSCRIBED_FEATURES = 1_000;

    private Requests() {}

    static byte[] encode(PendingRequest request) {
        JsonObject json = new JsonObject();
        json.addProperty("id", request.id);
        json.addProperty("method", request.method.wireName);
        json.add("payload", payloadOf(request));
        return utf8(json);
    }

    private static JsonObject payloadOf(PendingRequest request) {
        JsonArray items = new JsonArray();
        for (ModState mod : request.checksByMod.keySet()) items.add(itemJson(mod.mod.client(), mod.features));
        if (request.method == Method.CHECK_FEATURES) return items.get(0).getAsJsonObject();
        JsonObject payload = new JsonObject();
        payload.add("subscriptions", items);
        return payload;
    }

    private static JsonObject itemJson(String client, List<String> features) {
        JsonArray names = new JsonArray();
        for (String feature : features) names.add(new JsonPrimitive(feature));
        JsonObject item = new JsonObject();
        item.addProperty("client", client);
        item.add("features", names);
        return item;
    }

    static int bytesOf(String client, List<String> features) {
        return utf8(itemJson(client, features)).length;
    }

    private static byte[] utf8(JsonElement json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the mods whose items fit into one subscription, in their order. */
    static List<ModState> subscribable(List<ModState> mods) {
        List<ModState> fitting = new ArrayList<>();
        int bytes = 1;
        int features = 0;
        for (ModState mod : mods) {
            boolean fits =
                bytes + mod.bytes + 1 <= MAX_SUBSCRIBED_BYTES &&
                features + mod.features.size() <= MAX_SUBSCRIBED_FEATURES &&
                fitting.size() < MAX_SUBSCRIBED_CLIENTS;
            if (!fits) continue;
            fitting.add(mod);
            bytes += mod.bytes + 1;
            features += mod.features.size();
        }
        return fitting;
    }
}
