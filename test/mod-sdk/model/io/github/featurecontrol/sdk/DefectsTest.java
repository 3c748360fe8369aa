package io.github.featurecontrol.sdk;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Typical defects of mods that implement the protocol themselves, which the library must not have. Two mods
 * that register one channel, single player and dropped events are tested on the fake loaders.
 */
final class DefectsTest extends SteppedClient {
    private static final String NOTHING = "{\"blocklist\":[]}";

    private final List<Long> sentAtMs = new ArrayList<>();

    static void run() {
        new DefectsTest().ignoresAnswersWithAnotherId();
        new DefectsTest().answersChecksDuringRequests();
        new DefectsTest().stopsAfterBadRequest();
        new DefectsTest().unblocksIfTheServerHasNoMethod();
        new DefectsTest().logsARejectionOnOneLine();
        new DefectsTest().waitsForALongLimit();
        new DefectsTest().keepsTheLastEventsOfALongTick();
        new DefectsTest().keepsFeaturesBlockedOnReconnect();
        new DefectsTest().answersEveryMod();
    }

    /** The answer to a request that the server could not read has the id "", and may be another mod's. */
    private void ignoresAnswersWithAnotherId() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        receive("{\"id\":\"\",\"ok\":true,\"payload\":{\"blocklist\":[\"map\"]}}");
        receive("{\"id\":\"\",\"ok\":false,\"error\":\"BAD_REQUEST\",\"message\":\"no JSON\"}");
        ticks(1);
        require(!mod.isKnown() && !mod.isBlocked("map"), "an answer with another id was accepted");
        answer(subscribed("mod", "map"));
        require(mod.isBlocked("map"), "the answer after another one was ignored");
        receive("{\"id\":\"\",\"ok\":true,\"payload\":" + NOTHING + "}");
        ticks(1);
        require(mod.isBlocked("map"), "an answer with an empty id was accepted");
    }

    private void answersChecksDuringRequests() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(5);
        require(sent.size() == 1 && !check.isDone(), "a check does not wait for the request in flight");
        answer(subscribed("mod", "map"));
        require(check.isDone() && check.join(), "a check was dropped");
    }

    private void stopsAfterBadRequest() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        refuse("NOT_FOUND");
        refuse("BAD_REQUEST");
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(5_000);
        require(sent.isEmpty() && check.isDone(), "repeated a request that was rejected as invalid");
    }

    /** A mod that fails closed must not stay blocked on a server without feature control. */
    private void unblocksIfTheServerHasNoMethod() {
        ModFeatures mod = new ModBuilder("mod", registry).feature("map").failClosed().register();
        ticks(1);
        refuse("NOT_FOUND");
        require(mod.isBlocked("map"), "unblocked although checkFeatures may be answered");
        refuse("NOT_FOUND");
        require(!mod.isBlocked("map") && !mod.isKnown(), "blocked on a server without checkFeatures");
    }

    /** The game's log must not contain lines, colours or Log4j lookups that a server has chosen. */
    private void logsARejectionOnOneLine() {
        mod("mod", "map");
        ticks(1);
        refuse("NOT_FOUND");
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream standardError = System.err;
        System.setErr(new PrintStream(logged));
        try {
            String message = "caf\u00e9 \\u001b[31m\\r\\n[Server] ${jndi:ldap://x}";
            String padding = String.join("", Collections.nCopies(1_000, "x"));
            reply("\"ok\":false,\"error\":\"BAD_REQUEST\",\"message\":\"" + message + padding + '"');
        } finally {
            System.setErr(standardError);
        }
        String expected = "[feature-control] checkFeatures: BAD_REQUEST "
            + "caf? ?[31m??[Server] ?{jndi:ldap://x}";
        String line = logged.toString();
        require(line.startsWith(expected), "another line: " + line);
        require(line.trim().length() < 250 && line.trim().indexOf('\n') < 0, "a long line: " + line);
    }

    /** An operator has set a limit of a day. The limit may be shortened, so a wait has a maximum. */
    private void waitsForALongLimit() {
        mod("mod", "map");
        ticks(1);
        reply("\"ok\":false,\"error\":\"RATE_LIMITED\",\"message\":\"Try again in 86400 seconds.\"");
        ticks(595_000 / TICK_MS);
        require(sent.isEmpty(), "sent another request before the limit allows it");
        ticks(10_000 / TICK_MS);
        require(sent.size() == 1, "no request after the longest wait");
    }

    /** The game freezes while an admin makes more changes than the inbox has room for. */
    private void keepsTheLastEventsOfALongTick() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        answer(subscribed("mod", "other"));
        for (int revision = 2; revision <= 100; revision++)
            receive("{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":" + revision
                + ",\"subscriptions\":[{\"client\":\"mod\",\"blocklist\":["
                + (revision == 100 ? "\"map\"" : "") + "]}]}}");
        ticks(1);
        require(mod.isBlocked("map"), "the last event was dropped");
        ticks(250);
        require(sent.size() == 1, "the gap before the last events was not closed");
    }

    private void keepsFeaturesBlockedOnReconnect() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        answer(subscribed("mod", "map"));
        connection = null;
        ticks(1);
        require(!mod.isBlocked("map"), "blocked without a server");
        connection = new Object();
        isInGame = false;
        ticks(1);
        require(mod.isBlocked("map") && mod.isKnown(), "unblocked while the player logs in again");
        isInGame = true;
        ticks(300);
        require(mod.isBlocked("map"), "unblocked until the next answer");
    }

    /** A server without subscribe answers one request per player in ten seconds. */
    private void answersEveryMod() {
        List<ModFeatures> mods = mods(25);
        ticks(1);
        sentAtMs.clear();
        refuse("NOT_FOUND");
        int known = 0;
        for (int tick = 0; tick < 25 * 11_000 / TICK_MS; tick++) {
            if (sent.isEmpty()) ticks(1);
            if (sent.isEmpty()) continue;
            require(sent.get(0).contains("\"mod" + known++ + '"'), "a mod was answered before others");
            answer("{\"blocklist\":[\"map\"]}");
        }
        for (ModFeatures mod : mods) require(mod.isBlocked("map"), "one of 25 mods has no answer");
        for (int i = 1; i < sentAtMs.size(); i++)
            require(sentAtMs.get(i) - sentAtMs.get(i - 1) >= 10_000, "exceeds the rate limit");
        require(sentAtMs.size() == 25, sentAtMs.size() + " requests for 25 mods");
    }

    private List<ModFeatures> mods(int count) {
        List<ModFeatures> mods = new ArrayList<>();
        for (int i = 0; i < count; i++) mods.add(mod("mod" + i, "map"));
        return mods;
    }

    @Override
    public void send(byte[] content) {
        super.send(content);
        sentAtMs.add(nowMs);
    }
}
