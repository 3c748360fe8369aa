package loaders;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The scenarios that the library must pass on the fake of each game, with two mods and a copy for each. */
public final class Scenarios implements Runnable {

    private final FakeGame game;
    private final String channel;
    private final String[] libraries;
    private Mod one;
    private Mod other;

    public Scenarios(FakeGame game, String... libraries) {
        this.game = game;
        this.libraries = libraries;
        channel = game.channel();
    }

    @Override
    public void run() {
        Copies.forgetMods();
        one = (Mod) Copies.create(libraries[0], "PlayedMod", "one", "map");
        // What the copies share must stay, whatever the JVM collects.
        System.gc();
        game.start(libraries);
        other = (Mod) Copies.create(libraries[1], "PlayedMod", "other", "fly");
        requestsBothModsAfterJoinGame();
        staysBlockedOnTheNetwork();
        unblocksOnlyWhenTheConnectionEnds();
        unblocksWhenThePlayerLeavesBetweenServers();
        if (game.hasConfigurationPhase()) sendsNothingInTheConfigurationPhase();
        sendsNothingToOtherServers();
    }

    /** Velocity separates names by NUL, without a final NUL. Backends may register channels after that. */
    private void requestsBothModsAfterJoinGame() {
        ticks(5);
        game.connect("play.example.org", false);
        ticks(5);
        game.register("velocity:other\0" + channel);
        game.register("backend:its\0");
        require(game.knows("backend:its"), "a backend's channel is unknown");
        require(game.knows(channel) || !game.detectsAnnouncements(), "Velocity's channel is unknown");
        ticks(5);
        require(game.takeSent().isEmpty(), "sent a request before JoinGame");
        game.joinGame();
        // Mods check in the loader's event for JoinGame, which precedes the tick.
        CompletableFuture<Boolean> check = one.check();
        ticks(5);
        require(!check.isDone(), "a check at JoinGame is completed before the server has answered");
        String request = onlyRequest();
        require(request.contains("\"one\"") && request.contains("\"other\""), "a mod is missing: " + request);
        require(request.startsWith("{\"id\":\""), "does not start with the JSON text: " + request);
        answer(request, "map", "");
        ticks(1);
        boolean isDelivered = one.isBlocked() && !other.isBlocked() && one.isKnown();
        require(isDelivered, "the answer was not delivered");
        require(check.isDone() && check.join(), "a check at JoinGame was not answered");
        ticks(100);
        require(game.takeSent().isEmpty(), "sent another request");
    }

    private void staysBlockedOnTheNetwork() {
        receive(
            "{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":2,\"subscriptions\":[" +
                "{\"client\":\"other\",\"blocked\":[\"fly\"],\"unblocked\":[],\"blocklist\":[\"fly\"]}]}}"
        );
        receive("not an answer");
        receive("\u00fc not ASCII");
        ticks(1);
        require(other.isBlocked(), "an event was ignored");
        game.reconfigure();
        ticks(3);
        require(one.isBlocked() && other.isBlocked(), "unblocked by a switch of game servers");
    }

    private void unblocksOnlyWhenTheConnectionEnds() {
        game.takeSent();
        game.disconnect();
        ticks(1);
        require(!one.isBlocked() && !one.isKnown(), "blocked after leaving");
        game.connect("other.example.org", false);
        game.disconnect();
        game.connect("third.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        require(!one.isBlocked(), "blocked by another network's answer");
        answer(onlyRequest(), "", "fly");
        ticks(1);
        require(!one.isBlocked() && other.isBlocked(), "the network's answer was not delivered");
        game.disconnect();
        game.connect("play.example.org", false);
        game.joinGame();
        ticks(1);
        require(one.isBlocked(), "unblocked by a reconnection");
        game.takeSent();
        game.disconnect();
    }

    /** The player leaves in the configuration phase, in which loaders fire other events, or none. */
    private void unblocksWhenThePlayerLeavesBetweenServers() {
        game.connect("fourth.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        answer(onlyRequest(), "map", "fly");
        ticks(1);
        require(one.isBlocked(), "the answer was not delivered");
        game.leaveWorld();
        ticks(1);
        require(one.isBlocked(), "unblocked between two game servers");
        game.disconnect();
        game.connect("fifth.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        require(!one.isBlocked() && !one.isKnown(), "blocked by the previous network's answer");
        answer(onlyRequest(), "", "");
        ticks(1);
        require(one.isKnown() && !one.isBlocked(), "the next network's answer was not delivered");
        game.disconnect();
    }

    private void sendsNothingInTheConfigurationPhase() {
        game.connect("sixth.example.org", false);
        game.register(channel);
        game.joinGame();
        game.leaveWorld();
        ticks(5);
        require(game.takeSent().isEmpty(), "sent a request in the configuration phase");
        game.joinGame();
        ticks(5);
        answer(onlyRequest(), "", "");
        game.disconnect();
    }

    private void sendsNothingToOtherServers() {
        game.connect("plain.example.org", false);
        game.register("velocity:other\0minecraft:brand");
        game.joinGame();
        ticks(300);
        require(
            game.takeSent().size() == (game.detectsAnnouncements() ? 0 : 1),
            "another number of requests to a server without the channel"
        );
        game.disconnect();
        game.connect("", true);
        game.register(channel);
        game.joinGame();
        ticks(300);
        require(game.takeSent().isEmpty(), "sent a request in single player");
        require(!one.isBlocked(), "blocked in single player");
        game.disconnect();
        ticks(1);
    }

    private String onlyRequest() {
        List<String> sent = game.takeSent();
        require(sent.size() == 1, sent.size() + " requests: " + sent);
        return sent.get(0);
    }

    private void answer(String request, String blockedOfOne, String blockedOfOther) {
        receive(Answer.to(request, blockedOfOne, blockedOfOther));
    }

    private void receive(String text) {
        game.receive(text.getBytes(StandardCharsets.UTF_8));
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) game.tick();
    }

    private static void require(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
