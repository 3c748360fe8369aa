package loaders;

import io.github.featurecontrol.sdk.FeatureControl;
import io.github.featurecontrol.sdk.ModFeatures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Another mod, which does not use the library, has registered the channel before the loader part does. */
public final class TakenChannel {
    private final FakeGame game;

    public TakenChannel(FakeGame game) {
        this.game = game;
    }

    /** Registers the channel with the loader, and then clears what the copies of the library share. */
    public void play() {
        game.start(1);
        ((Map<?, ?>) System.getProperties().get("feature-control:mods")).clear();
        ModFeatures mod = FeatureControl.mod("mod").feature("map").failClosed().register();
        String logged = logOf(() -> game.start(1));
        if (!logged.contains(game.channel())) throw new AssertionError("another channel: " + logged);
        CompletableFuture<Boolean> check = mod.check("map");
        if (!check.isDone() || check.join()) throw new AssertionError("the check is not completed");
    }

    private static String logOf(Runnable task) {
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream standardError = System.err;
        System.setErr(new PrintStream(logged));
        try {
            task.run();
        } finally {
            System.setErr(standardError);
        }
        return logged.toString();
    }
}
