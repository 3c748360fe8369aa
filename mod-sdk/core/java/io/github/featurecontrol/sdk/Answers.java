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

/** Reads what servers send, which may be anything. Null and exceptions mean: none of this protocol. */
final class Answers {
    /** Answers are 5 levels deep; Gson itself reads recursively. */
    private static final int DEEPEST = 32;

    private Answers() {}

    /** @return null where it is no JSON object */
    @SuppressWarnings("deprecation") // What replaces it is not in older versions of Gson.
    static JsonObject parse(byte[] content) {
        if (isTooDeep(content)) return null;
        try {
            JsonElement json = new JsonParser().parse(new String(content, StandardCharsets.UTF_8));
            return json.isJsonObject() ? json.getAsJsonObject() : null;
        } catch (RuntimeException notJson) {
            return null;
        }
    }

    /** Brackets within texts count as well, which errs on the safe side: names hold few. */
    private static boolean isTooDeep(byte[] content) {
        int depth = 0;
        boolean isText = false;
        for (int at = 0; at < content.length; at++) {
            byte next = content[at];
            if (next == '"') isText = !isText;
            else if (next == '\\') at++;
            else if (isText) continue;
            else if (next == '[' || next == '{') depth++;
            else if (next == ']' || next == '}') depth--;
            if (depth > DEEPEST) return true;
        }
        return false;
    }

    /** @return null where the field is absent or no string */
    static String text(JsonObject object, String field) {
        JsonElement value = object.get(field);
        return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isString()
            ? value.getAsString() : null;
    }

    /** @return null where the field is absent or no boolean */
    static Boolean flag(JsonObject object, String field) {
        JsonElement value = object.get(field);
        boolean isFlag = value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isBoolean();
        return isFlag ? value.getAsBoolean() : null;
    }

    /** @throws RuntimeException where it is no whole number from 0 to 15 digits; others are slow to read */
    static long revision(JsonObject payload) {
        String digits = payload.getAsJsonPrimitive("revision").getAsString();
        if (digits.length() > 15) throw new IllegalArgumentException("revision");
        return Long.parseLong(digits);
    }

    /** @throws RuntimeException where it is no list of names */
    static Set<String> blocklist(JsonObject payload) {
        JsonArray names = payload.getAsJsonArray("blocklist");
        Set<String> blocked = new HashSet<>();
        for (JsonElement name : names) {
            if (!name.getAsJsonPrimitive().isString()) throw new IllegalArgumentException("blocklist");
            blocked.add(name.getAsString());
        }
        return blocked;
    }

    /** @throws RuntimeException where these are no subscriptions */
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
