package org.example.mymod;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Asks a network which features of this mod it has blocked. Java 8, and Gson as Minecraft carries it. Knows
 * no mod loader: it gets the time and what was received, and hands out what is to be sent. To be called on
 * the client's main thread alone.
 */
public final class FeatureCheck {
    /**
     * A player may ask once in 10 seconds. Half a second more, as one packet may take longer on its way than
     * the next.
     */
    private static final long PAUSE_MS = 10_500;

    private final String client;
    private final Collection<String> features;
    private Set<String> blocked = Collections.emptySet();
    private String awaitedId = "";
    private boolean isWanted = true;
    private long notBeforeMs = Long.MIN_VALUE;

    /**
     * @param client identifier of the mod, the same in every version of it; 1 to 128 characters
     * @param features names of its features that are to be checked; 1 to 256 characters each
     */
    public FeatureCheck(String client, Collection<String> features) {
        this.client = client;
        this.features = features;
    }

    /** Whether this feature is to be hidden from the player: menus, settings, hints, everything. */
    public boolean isBlocked(String feature) {
        return blocked.contains(feature);
    }

    /** To be called when a feature is about to be enabled: the list may have changed since. */
    public void askAgain() {
        isWanted = true;
    }

    /** To be called when the player has left the network: another has lists of its own. */
    public void forget() {
        blocked = Collections.emptySet();
        awaitedId = "";
        isWanted = true;
    }

    /**
     * To be called at every tick of the client. Asks where an answer is wanted, at most once in 10 seconds.
     *
     * @param nowMs milliseconds, such as System.currentTimeMillis()
     * @param isInGame whether JoinGame has come, so that there is a player: from 1.20.2 on the announcement
     * comes some milliseconds before it, and what is sent in between is lost
     * @param isAnnounced whether the channel was announced on this connection
     * @param send sends the content of one plugin message on the channel
     */
    public void tick(long nowMs, boolean isInGame, boolean isAnnounced, Consumer<byte[]> send) {
        if (!isWanted || !isInGame || !isAnnounced || nowMs < notBeforeMs) return;
        notBeforeMs = nowMs + PAUSE_MS;
        awaitedId = UUID.randomUUID().toString();
        send.accept(request(awaitedId).toString().getBytes(StandardCharsets.UTF_8));
    }

    /** @param content of a plugin message that came on the channel */
    public void receive(byte[] content) {
        try {
            take(new JsonParser().parse(new String(content, StandardCharsets.UTF_8)).getAsJsonObject());
        } catch (RuntimeException notAnAnswer) {
            // Whatever some other server has sent: no reason for the game to end.
        }
    }

    private void take(JsonObject answer) {
        if (!answer.has("id") || !answer.get("id").getAsString().equals(awaitedId)) return;
        awaitedId = "";
        if (answer.get("ok").getAsBoolean()) {
            blocked = namesIn(answer.getAsJsonObject("payload").getAsJsonArray("blocklist"));
            isWanted = false;
        } else {
            String error = answer.get("error").getAsString();
            // These two go by themselves. What else is wrong is the mod's own, and would be wrong again.
            isWanted = error.equals("RATE_LIMITED") || error.equals("INTERNAL_ERROR");
            if (!isWanted) System.err.println("feature control: " + answer);
        }
    }

    private JsonObject request(String id) {
        JsonArray names = new JsonArray();
        for (String feature : features) names.add(new JsonPrimitive(feature));
        JsonObject payload = new JsonObject();
        payload.addProperty("client", client);
        payload.add("features", names);
        JsonObject request = new JsonObject();
        request.addProperty("id", id);
        request.addProperty("method", "checkFeatures");
        request.add("payload", payload);
        return request;
    }

    private static Set<String> namesIn(JsonArray array) {
        Set<String> names = new HashSet<>();
        for (JsonElement name : array) names.add(name.getAsString());
        return names;
    }
}
