package io.github.featurecontrol.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A network with feature control in the unit tests of a mod, where there is no game:
 *
 * <pre>{@code
 * FakeChannel.block(MyMod.FEATURES, "minimap");
 * assertTrue(screenIsWithoutMinimap());
 * }</pre>
 *
 * The library sends its requests to this network, reads its answers, and calls listeners and completes
 * futures of {@link ModFeatures#check} as in a game, but on the calling thread, and by a clock that the
 * tests move. Not thread-safe. Needs Gson, as the game does.
 */
public final class FakeChannel {

    private static final int TICK_MS = 50;
    /** More than the time between two requests, so that the next one is sent and answered. */
    private static final int SETTLED_SECONDS = 12;

    private static final FakeChannel NETWORK = new FakeChannel();

    private final Registry registry = Registry.shared();
    private final Map<String, Set<String>> blocked = new HashMap<>();
    private boolean hasFeatureControl;
    private Answers answers = Answers.GIVEN;
    /** How many networks the player has left. */
    private int left;
    /** Null while the player is on no network. */
    private Object connection;
    private long nowMs;

    private FakeChannel() {}

    /**
     * The network answers that these features of a mod are blocked, and its others are not. The player
     * joins it, if necessary.
     *
     * @param mod a registered mod
     * @param features none if nothing is blocked
     * @throws IllegalArgumentException if the mod has not declared one of the features
     */
    public static void block(ModFeatures mod, String... features) {
        // Throws if it was not declared.
        for (String feature : features) mod.isBlocked(feature);
        NETWORK.blocked.put(mod.client(), new TreeSet<>(Arrays.asList(features)));
        NETWORK.answers = Answers.GIVEN;
        NETWORK.join(true);
    }

    /** The player joins a server without feature control: no feature is blocked, and nothing is known. */
    public static void joinWithoutFeatureControl() {
        NETWORK.join(false);
    }

    /**
     * The network answers each request with {@code INTERNAL_ERROR}, until {@link #block} is called. What it
     * has answered before stays in force. The player joins it, if necessary.
     */
    public static void failRequests() {
        NETWORK.refuse(Answers.FAILED);
    }

    /**
     * The network's answers are lost, until {@link #block} is called. What it has answered before stays in
     * force. The player joins it, if necessary.
     */
    public static void loseAnswers() {
        NETWORK.refuse(Answers.LOST);
    }

    /**
     * Lets time pass, in which the library repeats requests and completes checks.
     *
     * @param seconds at least 0
     */
    public static void pass(int seconds) {
        long endMs = NETWORK.nowMs + seconds * 1000L;
        for (; NETWORK.nowMs < endMs; NETWORK.nowMs += TICK_MS) NETWORK.registry.tick();
        NETWORK.registry.tick();
    }

    /** The player leaves: nothing is blocked, and nothing is known. The next network is another one. */
    public static void leave() {
        NETWORK.connection = null;
        NETWORK.left++;
        NETWORK.blocked.clear();
        pass(0);
    }

    private void refuse(Answers how) {
        answers = how;
        if (connection == null) join(true);
    }

    private void join(boolean toFeatureControl) {
        registry.claim(new Core(registry, new Client(), () -> nowMs));
        hasFeatureControl = toFeatureControl;
        connection = new Object();
        pass(SETTLED_SECONDS);
    }

    /** Turns a request into its answer: what is left of the request has no meaning there. */
    private void answer(JsonObject request) {
        request.addProperty("ok", answers == Answers.GIVEN);
        request.addProperty("error", "INTERNAL_ERROR");
        JsonObject payload = request.getAsJsonObject("payload");
        payload.addProperty("revision", 1);
        JsonArray subscriptions = payload.getAsJsonArray("subscriptions");
        if (subscriptions == null) addBlocklist(payload);
        else for (JsonElement each : subscriptions) addBlocklist(each.getAsJsonObject());
    }

    private void addBlocklist(JsonObject item) {
        JsonArray names = new JsonArray();
        for (String name : blocked.getOrDefault(item.get("client").getAsString(), Collections.emptySet()))
            names.add(new JsonPrimitive(name));
        item.add("blocklist", names);
    }

    private enum Answers {
        GIVEN,
        FAILED,
        LOST,
    }

    /** The game client, on whose connection requests are answered at once. */
    private final class Client implements Transport {

        @Override
        public void register() {}

        @Override
        public Object connection() {
            return connection;
        }

        @Override
        public String network() {
            return left + (hasFeatureControl ? "" : " without feature control");
        }

        @Override
        public boolean isInGame() {
            return true;
        }

        @Override
        public Announcement announcement() {
            return hasFeatureControl ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
        }

        @Override
        public void send(byte[] content) {
            if (answers == Answers.LOST) return;
            JsonObject message = MessageParser.parse(content);
            answer(message);
            registry.receive(connection, message.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
