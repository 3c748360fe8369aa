package bench;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The rule of {@code checkFeatures} with the validation of a request, hand-written in Java, for comparison
 * with the script.
 */
public final class GsonCheck {
    private static final int MAX_PACKET_BYTES = 32_767;

    private final Set<String> global;
    private final Map<String, Set<String>> personal;

    /**
     * @param global features blocked for all clients
     * @param personal blocked features by client
     */
    public GsonCheck(Set<String> global, Map<String, Set<String>> personal) {
        this.global = global;
        this.personal = personal;
    }

    public byte[] answer(byte[] packet) {
        return encode(packet).getBytes(StandardCharsets.UTF_8);
    }

    private String encode(byte[] packet) {
        JsonObject request = parse(packet);
        String id = request == null ? null : text(request.get("id"), 128);
        if (id == null) {
            return badRequest("", "id must be a string of 1 to 128 characters.");
        }
        if (!"checkFeatures".equals(text(request.get("method"), 128))) {
            return badRequest(id, "method is wrong.");
        }
        if (!(request.get("payload") instanceof JsonObject payload)) {
            return badRequest(id, "payload must be an object.");
        }
        String client = text(payload.get("client"), 128);
        if (client == null || !(payload.get("features") instanceof JsonArray features)) {
            return badRequest(id, "payload.client and payload.features are required.");
        }
        Set<String> blocked = new LinkedHashSet<>();
        Set<String> clientBlocklist = personal.getOrDefault(client, Set.of());
        for (JsonElement element : features) {
            String feature = text(element, 256);
            if (feature == null) {
                return badRequest(id, "payload.features contains a value that is not a feature.");
            }
            if (global.contains(feature) || clientBlocklist.contains(feature)) {
                blocked.add(feature);
            }
        }
        return success(id, blocked);
    }

    private static JsonObject parse(byte[] packet) {
        if (packet.length > MAX_PACKET_BYTES) {
            return null;
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(packet)).toString();
            return JsonParser.parseString(text) instanceof JsonObject object ? object : null;
        } catch (CharacterCodingException | JsonParseException cause) {
            return null;
        }
    }

    private static String text(JsonElement element, int maxLength) {
        if (!(element instanceof JsonPrimitive primitive) || !primitive.isString()) {
            return null;
        }
        String value = primitive.getAsString();
        int length = value.codePointCount(0, value.length());
        return length >= 1 && length <= maxLength ? value : null;
    }

    private static String success(String id, Set<String> blocked) {
        JsonArray blocklist = new JsonArray();
        blocked.forEach(blocklist::add);
        JsonObject payload = new JsonObject();
        payload.add("blocklist", blocklist);
        JsonObject response = new JsonObject();
        response.addProperty("id", id);
        response.addProperty("ok", true);
        response.add("payload", payload);
        return response.toString();
    }

    private static String badRequest(String id, String message) {
        JsonObject response = new JsonObject();
        response.addProperty("id", id);
        response.addProperty("ok", false);
        response.addProperty("error", "BAD_REQUEST");
        response.addProperty("message", message);
        return response.toString();
    }
}
