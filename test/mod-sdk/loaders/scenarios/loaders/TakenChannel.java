package loaders;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;

/**
 * Another mod has registered the channel: a copy of the library that knows nothing of the one that is
 * tested.
 */
public final class TakenChannel implements Runnable {

    private final FakeGame game;
    private final String another;
    private final String tested;

    public TakenChannel(FakeGame game, String... libraries) {
        this.game = game;
        another = libraries[0];
        tested = libraries[1];
    }

    @Override
    public void run() {
        Copies.forgetMods();
        game.start(another);
        Copies.forgetMods();
        Mod mod = (Mod) Copies.create(tested, "PlayedMod", "mod", "map");
        String logged = logOf(() -> game.start(tested));
        if (!logged.contains(game.channel())) throw new AssertionError("another channel: " + logged);
        if (logged.trim().contains("\n")) throw new AssertionError("several lines: " + logged);
        CompletableFuture<Boolean> check = mod.check();
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
