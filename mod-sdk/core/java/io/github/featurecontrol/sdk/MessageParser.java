package io.github.featurecontrol.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Parses messages of servers, which may contain anything. Null and exceptions mean that a message does not
 * follow the protocol.
 */
final class MessageParser {

    private MessageParser() {}

    /** @return null if the content is not a JSON object */
    @SuppressWarnings("deprecation") // Older versions of Gson do not have the replacement.
    static JsonObject parse(byte[] content) {
        try {
            JsonElement json = new JsonParser().parse(new String(content, StandardCharsets.UTF_8));
            return json.isJsonObject() ? json.getAsJsonObject() : null;
        } catch (RuntimeException notJson) {
            // Also if it is nested too deep for the stack.
            return null;
        }
    }

    /** @return null if the field is absent or not a string */
    static String text(JsonObject object, String field) {
        JsonElement value = object.get(field);
        return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isString()
            ? value.getAsString()
            : null;
    }

    /** @throws RuntimeException if it is not an integer of at most 15 characters; longer ones parse slowly */
    static long revision(JsonObject payload) {
        String digits = payload.getAsJsonPrimitive("revision").getAsString();
        if (digits.length() > 15) throw new IllegalArgumentException("revision");
        return Long.parseLong(digits);
    }

    /** @throws RuntimeException if it is not a list of names */
    static Set<String> blocklist(JsonObject payload) {
        JsonArray names = payload.getAsJsonArray("blocklist");
        Set<String> blocked = new HashSet<>();
        for (JsonElement name : names) {
            if (!name.getAsJsonPrimitive().isString()) throw new IllegalArgumentException("blocklist");
            blocked.add(name.getAsString());
        }
        return blocked;
    }

    /** @throws RuntimeException if the payload has no valid subscriptions */
    static Map<String, Set<String>> blocklists(JsonObject payload) {
        Map<String, Set<String>> blocklists = new HashMap<>();
        for (JsonElement each : payload.getAsJsonArray("subscriptions")) {
            String client = text(each.getAsJsonObject(), "client");
            if (client == null) throw new IllegalArgumentException("client");
            blocklists.put(client, blocklist(each.getAsJsonObject()));
        }
        return blocklists;
    }
}
