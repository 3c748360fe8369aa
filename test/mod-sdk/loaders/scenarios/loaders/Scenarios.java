package loaders;

import io.github.featurecontrol.sdk.FeatureControl;
import io.github.featurecontrol.sdk.ModFeatures;
import java.util.List;

/** What every loader part has to do, played on the fake of its loader. */
public final class Scenarios {
    private final FakeGame game;
    private final String channel;
    private final ModFeatures one = FeatureControl.mod("one").feature("map").register();
    private final ModFeatures other = FeatureControl.mod("other").feature("fly").register();

    public Scenarios(FakeGame game) {
        this.game = game;
        channel = game.channel();
    }

    public void play() {
        game.start(2);
        asksForBothModsOnceTheGameHasBegun();
        staysBlockedOnTheNetwork();
        forgetsWithTheConnectionAlone();
        forgetsWhenThePlayerLeavesBetweenServers();
        asksNobodyElse();
    }

    /** Velocity joins names by NUL, and none follows the last; backends may register channels after that. */
    private void asksForBothModsOnceTheGameHasBegun() {
        ticks(5);
        game.connect("play.example.org", false);
        ticks(5);
        game.register("velocity:other\0" + channel);
        game.register("backend:its\0");
        require(game.knows("backend:its"), "what a backend has registered");
        require(game.knows(channel) || !game.hearsAnnouncements(), "what Velocity has registered");
        ticks(5);
        require(game.takeSent().isEmpty(), "asked before JoinGame");
        game.joinGame();
        ticks(5);
        String request = onlyRequest();
        require(request.contains("\"one\"") && request.contains("\"other\""), "one request for two mods: "
            + request);
        require(request.startsWith("{\"id\":\""), "something before the text: " + request);
        answer(request, "map", "");
        ticks(1);
        require(one.isBlocked("map") && !other.isBlocked("fly") && one.isKnown(), "the answer");
        ticks(100);
        require(game.takeSent().isEmpty(), "asked again");
    }

    private void staysBlockedOnTheNetwork() {
        game.receive("{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":2,\"subscriptions\":["
            + "{\"client\":\"other\",\"blocked\":[\"fly\"],\"unblocked\":[],\"blocklist\":[\"fly\"]}]}}");
        game.receive("no answer at all");
        game.receive("\u00fc no text in ASCII");
        ticks(1);
        require(other.isBlocked("fly"), "an event");
        game.reconfigure();
        ticks(3);
        require(one.isBlocked("map") && other.isBlocked("fly"), "free after a switch of game servers");
    }

    private void forgetsWithTheConnectionAlone() {
        game.takeSent();
        game.disconnect();
        ticks(1);
        require(!one.isBlocked("map") && !one.isKnown(), "blocked after leaving");
        game.connect("other.example.org", false);
        game.disconnect();
        game.connect("third.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        require(!one.isBlocked("map"), "another network's list");
        answer(onlyRequest(), "", "fly");
        ticks(1);
        require(!one.isBlocked("map") && other.isBlocked("fly"), "the list of the network joined");
        game.disconnect();
        game.connect("play.example.org", false);
        game.joinGame();
        ticks(1);
        require(one.isBlocked("map"), "reconnecting has freed a feature");
        game.takeSent();
        game.disconnect();
    }

    /** Between two game servers, in the configuration phase, where other events are fired, or none. */
    private void forgetsWhenThePlayerLeavesBetweenServers() {
        game.connect("fourth.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        answer(onlyRequest(), "map", "fly");
        ticks(1);
        require(one.isBlocked("map"), "the list before leaving");
        game.leaveWorld();
        ticks(1);
        require(one.isBlocked("map"), "free between two servers");
        game.disconnect();
        game.connect("fifth.example.org", false);
        game.register(channel);
        game.joinGame();
        ticks(5);
        require(!one.isBlocked("map") && !one.isKnown(), "the list of the network that was left");
        answer(onlyRequest(), "", "");
        ticks(1);
        require(one.isKnown() && !one.isBlocked("map"), "no answer by the next network");
        game.disconnect();
    }

    private void asksNobodyElse() {
        game.connect("plain.example.org", false);
        game.register("velocity:other\0minecraft:brand");
        game.joinGame();
        ticks(300);
        require(game.takeSent().size() == (game.hearsAnnouncements() ? 0 : 1),
            "questions to a server without the channel");
        game.disconnect();
        game.connect("", true);
        game.register(channel);
        game.joinGame();
        ticks(300);
        require(game.takeSent().isEmpty(), "single player was asked");
        require(!one.isBlocked("map"), "blocked in single player");
        game.disconnect();
        ticks(1);
    }

    private String onlyRequest() {
        List<String> sent = game.takeSent();
        require(sent.size() == 1, sent.size() + " requests: " + sent);
        return sent.get(0);
    }

    private void answer(String request, String ofOne, String ofOther) {
        game.receive(Answer.to(request, ofOne, ofOther));
    }

    private void ticks(int count) {
        for (int each = 0; each < count; each++) game.tick();
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }
}
