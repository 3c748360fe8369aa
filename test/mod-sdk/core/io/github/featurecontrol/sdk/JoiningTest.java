package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What mods see when the player joins, leaves and joins again. */
final class JoiningTest extends SteppedClient {

    private static final int SECOND = 1_000 / TICK_MS;

    static void run() {
        new JoiningTest().asksAgainOnAKnownNetwork();
        new JoiningTest().answersChecksOfAReplacedConnection();
        new JoiningTest().staysClosedUntilTheLimitAllowsTheRequest();
        new JoiningTest().asksAgainAfterALateAnswer();
        new JoiningTest().callsListenersWithTheStateOfAllFeatures();
    }

    private void asksAgainOnAKnownNetwork() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        answer("{\"revision\":1,\"subscriptions\":[{\"client\":\"mod\",\"blocklist\":[]}]}");
        leave();
        join();
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(1);
        require(mod.isKnown() && !check.isDone(), "a check at JoinGame is completed with an old answer");
        ticks(12 * SECOND);
        answer(subscribed("mod", "map"));
        require(check.isDone() && check.join(), "a check at JoinGame was not answered");
    }

    /** One connection replaces another without a tick in between. */
    private void answersChecksOfAReplacedConnection() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        CompletableFuture<Boolean> earlier = mod.check("map");
        ticks(1);
        sent.clear();
        join();
        CompletableFuture<Boolean> atJoinGame = mod.check("map");
        ticks(12 * SECOND);
        require(
            !earlier.isDone() && !atJoinGame.isDone(),
            "a check is completed before the server has answered"
        );
        answer(subscribed("mod", "map"));
        require(earlier.isDone() && atJoinGame.isDone() && atJoinGame.join(), "a check was not answered");
    }

    /** The loader cannot detect announcements, and the player left before the first answer. */
    private void staysClosedUntilTheLimitAllowsTheRequest() {
        announcement = Announcement.UNKNOWN;
        ModFeatures mod = new ModBuilder("mod", registry).feature("map").failClosed().register();
        ticks(1);
        require(sent.size() == 1, sent.size() + " requests");
        leave();
        sent.clear();
        join();
        ticks(1);
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(5 * SECOND);
        require(sent.isEmpty(), "exceeds the limit");
        require(mod.isBlocked("map") && !check.isDone(), "unblocked before the network was asked");
        ticks(6 * SECOND);
        answer("{\"revision\":1,\"subscriptions\":[{\"client\":\"mod\",\"blocklist\":[]}]}");
        require(check.isDone() && !mod.isBlocked("map"), "the answer was not delivered");
    }

    /** The loader cannot detect announcements, and a proxy that has just started answers late. */
    private void asksAgainAfterALateAnswer() {
        announcement = Announcement.UNKNOWN;
        ModFeatures mod = new ModBuilder("mod", registry).feature("map").failClosed().register();
        ticks(12 * SECOND);
        require(!mod.isBlocked("map"), "blocked on a server that does not answer");
        answer(subscribed("mod", "other"));
        require(!mod.isKnown(), "a late answer was accepted");
        require(mod.isBlocked("map"), "unblocked although the network answers");
        answer(subscribed("mod", "other"));
        require(mod.isKnown() && !mod.isBlocked("map"), "not asked again after a late answer");
    }

    /** A listener may rebuild a menu, whose other entries have no listeners. */
    private void callsListenersWithTheStateOfAllFeatures() {
        List<String> states = new ArrayList<>();
        ModFeatures[] mod = new ModFeatures[1];
        FeatureListener listener = isBlocked ->
            states.add(
                "map " +
                    mod[0].isBlocked("map") +
                    ", fly " +
                    mod[0].isBlocked("fly") +
                    ", known " +
                    mod[0].isKnown()
            );
        mod[0] = new ModBuilder("mod", registry).feature("map", listener).feature("fly").register();
        ticks(1);
        answer(subscribed("mod", "map\",\"fly"));
        leave();
        List<String> expected = Arrays.asList(
            "map true, fly true, known true",
            "map false, fly false, known false"
        );
        require(states.equals(expected), "a listener read another state: " + states);
    }

    private void join() {
        connection = new Object();
    }

    private void leave() {
        connection = null;
        ticks(1);
    }
}
