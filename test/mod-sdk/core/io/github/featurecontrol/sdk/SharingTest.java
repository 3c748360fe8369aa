package io.github.featurecontrol.sdk;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Tests the declaration of mods, and several copies of the library in one JVM. */
final class SharingTest extends RecordingTransport {

    private final Map<String, Object> jvm = new ConcurrentHashMap<>();
    private final Registry older = new Registry(jvm);
    private final Registry newer = new Registry(jvm);

    static void run() {
        leavesTheSystemPropertiesToOthers();
        new SharingTest().rejectsInvalidDeclarations();
        new SharingTest().completesChecksWhenTheChannelIsTaken();
    }

    /** Other mods read them all, as strings. */
    private static void leavesTheSystemPropertiesToOthers() {
        Registry.shared();
        System.getProperties().forEach((key, value) ->
            require(key instanceof String && value instanceof String, key + " is no string")
        );
    }

    private void rejectsInvalidDeclarations() {
        ModFeatures mod = new ModBuilder("my-mod", older).feature("minimap").feature("fly").register();
        String text = thrown(IllegalArgumentException.class, () -> mod.isBlocked("mimimap"));
        require(text.equals("my-mod has not declared the feature mimimap, but minimap, fly"), text);
        thrown(IllegalArgumentException.class, () -> mod.check("mimimap"));
        thrown(IllegalArgumentException.class, () -> mod.isBlocked(null));
        thrown(IllegalStateException.class, () -> new ModBuilder("empty", older).register());
        String refused = thrown(IllegalStateException.class, () ->
            new ModBuilder("my-mod", newer).feature("a").register()
        );
        require(refused.contains("my-mod is registered already"), refused);
        String longest = String.join("", Collections.nCopies(128, "\ud83d\udc08"));
        new ModBuilder(longest, older).feature(longest + longest).register();
        thrown(IllegalArgumentException.class, () -> new ModBuilder(longest + "x", older));
        thrown(IllegalArgumentException.class, () -> new ModBuilder("", older));
        thrown(IllegalArgumentException.class, () -> new ModBuilder("half \ud83d", older));
        thrown(IllegalArgumentException.class, () -> new ModBuilder("m", older).feature("a").feature("a"));
        require(!mod.check("fly").join(), "a check without a loader is not completed immediately");
    }

    private void completesChecksWhenTheChannelIsTaken() {
        ModFeatures one = new ModBuilder("one", older).feature("map").failClosed().register();
        ModFeatures other = new ModBuilder("other", newer).feature("fly").register();
        require(older.claim(new Core(older, this, () -> 0)), "the channel is claimed");
        CompletableFuture<Boolean> ofOne = one.check("map");
        CompletableFuture<Boolean> ofOther = other.check("fly");
        require(!ofOne.isDone() && !ofOther.isDone(), "a check is completed before the server has answered");
        older.release();
        require(ofOne.isDone() && !ofOne.join(), "a check of this copy is never completed");
        require(ofOther.isDone() && !ofOther.join(), "a check of another copy is never completed");
        require(!one.isKnown() && !one.check("map").join(), "a later check is not completed immediately");
        require(!other.check("fly").join(), "a later check of another copy is not completed immediately");
    }

    /** Runs the task, and returns the message of the exception that it must throw. */
    private static String thrown(Class<? extends RuntimeException> type, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException thrown) {
            if (type.isInstance(thrown)) return thrown.getMessage();
        }
        throw new AssertionError("no " + type.getSimpleName());
    }

    private static void require(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
