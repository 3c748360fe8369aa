package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What mods declare, and several copies of the library in one JVM. */
final class SharingTest extends RecordingTransport {
    private final Map<String, Object> jvm = new ConcurrentHashMap<>();
    private final Registry older = new Registry(jvm);
    private final Registry newer = new Registry(jvm);

    static void run() {
        new SharingTest().sharesOneChannel();
        new SharingTest().refusesProgrammersErrors();
        new SharingTest().runsCallbacksWhereTheModWants();
    }

    private void sharesOneChannel() {
        ModFeatures one = new ModBuilder("one", older).feature("map").failClosed().register();
        require(older.claim(this) && !newer.claim(this), "two copies own the channel");
        older.tick();
        require(one.isBlocked("map") && sent.size() == 1, "the older copy does not work alone");
        newer.join(new Core(newer, Registry.VERSION + 1, () -> 0));
        ModFeatures other = new ModBuilder("other", newer).feature("fly").register();
        older.tick();
        require(sent.size() == 2, "the newest core does not ask");
        String request = sent.get(1);
        require(request.contains("\"one\"") && request.contains("\"other\""),
            "one request for the mods of both copies");
        String blocklists = "{\"client\":\"one\",\"blocklist\":[]},"
            + "{\"client\":\"other\",\"blocklist\":[\"fly\"]}";
        String answer = "{\"id\":\"" + idOf(request) + "\",\"ok\":true,\"payload\":"
            + "{\"revision\":1,\"subscriptions\":[" + blocklists + "]}}";
        older.receive(connection, answer.getBytes());
        older.tick();
        require(!one.isBlocked("map") && one.isKnown() && other.isBlocked("fly"),
            "an answer for the mods of both copies");
        require(refuses(IllegalStateException.class, () -> new ModBuilder("one",
            newer).feature("a").register())
            .contains("one is registered already"), "one client of two copies");
    }

    private void refusesProgrammersErrors() {
        ModFeatures mod = new ModBuilder("my-mod", older).feature("minimap").feature("fly").register();
        String text = refuses(IllegalArgumentException.class, () -> mod.isBlocked("mimimap"));
        require(text.equals("my-mod has not declared the feature mimimap, but minimap, fly"), text);
        refuses(IllegalArgumentException.class, () -> mod.check("mimimap"));
        refuses(IllegalArgumentException.class, () -> mod.isBlocked(null));
        refuses(IllegalStateException.class, () -> new ModBuilder("empty", older).register());
        String longest = String.join("", Collections.nCopies(128, "\ud83d\udc08"));
        new ModBuilder(longest, older).feature(longest + longest).register();
        refuses(IllegalArgumentException.class, () -> new ModBuilder(longest + "x", older));
        refuses(IllegalArgumentException.class, () -> new ModBuilder("", older));
        refuses(IllegalArgumentException.class, () -> new ModBuilder("half \ud83d", older));
        refuses(IllegalArgumentException.class, () -> new ModBuilder("m", older).feature("a").feature("a"));
        refuses(IllegalArgumentException.class, () -> new ModBuilder("m", older).callbacksOn(null));
        require(!mod.check("fly").join(), "a check without a loader is answered at once");
    }

    private void runsCallbacksWhereTheModWants() {
        List<Runnable> queue = new ArrayList<>();
        List<Boolean> heard = new ArrayList<>();
        ModFeatures mod = new ModBuilder("mod", older).feature("map",
            heard::add).failClosed().callbacksOn(queue::add).register();
        older.claim(this);
        older.tick();
        require(mod.isBlocked("map") && heard.isEmpty(), "a listener runs on another thread than the mod's");
        CompletableFuture<Boolean> check = mod.check("map");
        queue.remove(0).run();
        require(heard.equals(Collections.singletonList(true)), "the listener");
        older.tick();
        require(!check.isDone(), "a check is answered before the server has answered");
        new ModBuilder("refusing", older).feature("map").failClosed().callbacksOn(task -> {
            throw new IllegalStateException("a closed executor that fails");
        }).register();
        older.tick();
    }

    private static String refuses(Class<? extends RuntimeException> type, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException thrown) {
            if (type.isInstance(thrown)) return thrown.getMessage();
        }
        throw new AssertionError("no " + type.getSimpleName());
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }
}
