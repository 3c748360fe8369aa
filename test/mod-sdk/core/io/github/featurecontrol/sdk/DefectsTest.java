package io.github.featurecontrol.sdk;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;

/**
 * Typical defects of mods that implement the protocol themselves, which the library must not have. Two mods
 * that register one channel, single player and dropped events are tested on the fake loaders.
 */
final class DefectsTest extends SteppedClient {

    static void run() {
        new DefectsTest().stopsAfterBadRequest();
        new DefectsTest().unblocksIfTheServerHasNoMethod();
        new DefectsTest().logsARejectionOnOneLine();
        new DefectsTest().waitsForALongLimit();
        new DefectsTest().keepsTheLastEventsOfALongTick();
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
        String expected =
            "[feature-control] checkFeatures: BAD_REQUEST " + "caf? ?[31m??[Server] ?{jndi:ldap://x}";
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
        for (int revision = 2; revision <= 100; revision++) receive(
            "{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":" +
                revision +
                ",\"subscriptions\":[{\"client\":\"mod\",\"blocklist\":[" +
                (revision == 100 ? "\"map\"" : "") +
                "]}]}}"
        );
        ticks(1);
        require(mod.isBlocked("map"), "the last event was dropped");
        ticks(250);
        require(sent.size() == 1, "the gap before the last events was not closed");
    }
}
