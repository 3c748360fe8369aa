package io.github.featurecontrol.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes requests, and knows what fits into one. Gson only as 2.2.4 has it. */
final class Requests {
    /** What Minecraft lets a client send in one plugin message. */
    static final int MOST_BYTES = 32_767;
    /** Of one item in a checkFeatures request: the rest is the envelope, its id the longest part. */
    private static final int MOST_ITEM_BYTES = MOST_BYTES - 256;
    /** What a server keeps of one player's subscriptions: mods beyond it are asked for by checkFeatures. */
    private static final int MOST_SUBSCRIBED_BYTES = 16_000;
    private static final int MOST_SUBSCRIBED_CLIENTS = 64;
    private static final int MOST_SUBSCRIBED_FEATURES = 1_000;

    private Requests() {}

    static byte[] encode(Question question) {
        JsonObject request = new JsonObject();
        request.addProperty("id", question.id);
        request.addProperty("method", question.method.wireName);
        request.add("payload", payloadOf(question));
        return utf8(request);
    }

    private static JsonObject payloadOf(Question question) {
        JsonArray items = new JsonArray();
        for (Part part : question.parts.keySet()) items.add(item(part.mod.client(), part.features));
        if (question.method == Method.CHECK_FEATURES) return items.get(0).getAsJsonObject();
        JsonObject payload = new JsonObject();
        payload.add("subscriptions", items);
        return payload;
    }

    private static JsonObject item(String client, List<String> features) {
        JsonArray names = new JsonArray();
        for (String feature : features) names.add(new JsonPrimitive(feature));
        JsonObject item = new JsonObject();
        item.addProperty("client", client);
        item.add("features", names);
        return item;
    }

    static int bytesOf(String client, List<String> features) {
        return utf8(item(client, features)).length;
    }

    private static byte[] utf8(JsonElement json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @return the mod's features, in as few parts as fit into a request each */
    static List<Part> partsOf(ModEntry mod) {
        List<List<String>> pieces = new ArrayList<>();
        int bytes = 0;
        int empty = bytesOf(mod.client(), new ArrayList<>());
        for (String feature : mod.features()) {
            int needed = utf8(new JsonPrimitive(feature)).length + 1;
            if (pieces.isEmpty() || bytes + needed > MOST_ITEM_BYTES) {
                pieces.add(new ArrayList<>());
                bytes = empty;
            }
            pieces.get(pieces.size() - 1).add(feature);
            bytes += needed;
        }
        List<Part> parts = new ArrayList<>();
        for (List<String> piece : pieces) parts.add(new Part(mod, piece, pieces.size() > 1));
        return parts;
    }

    /** @return those that one subscription can hold, in their order */
    static List<Part> subscribable(List<Part> parts) {
        List<Part> fitting = new ArrayList<>();
        int bytes = 1;
        int features = 0;
        for (Part part : parts) {
            boolean fits = bytes + part.bytes + 1 <= MOST_SUBSCRIBED_BYTES
                && features + part.features.size() <= MOST_SUBSCRIBED_FEATURES
                && fitting.size() < MOST_SUBSCRIBED_CLIENTS;
            if (part.isPiece || !fits) continue;
            fitting.add(part);
            bytes += part.bytes + 1;
            features += part.features.size();
        }
        return fitting;
    }
}
