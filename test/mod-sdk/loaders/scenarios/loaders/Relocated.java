package loaders;

import java.util.List;

/** Two mods that each contain the library, relocated to different packages. */
public final class Relocated {
    private final FakeGame game;

    public Relocated(FakeGame game) {
        this.game = game;
    }

    public void play() throws ReflectiveOperationException {
        Object one = register("aa", "one", "map");
        game.start(0);
        for (String copy : List.of("aa", "bb"))
            type(copy, game.starter()).getMethod("start").invoke(null);
        Object other = register("bb", "other", "fly");
        game.connect("play.example.org", false);
        game.register(game.channel());
        game.joinGame();
        game.tick();
        List<String> sent = game.takeSent();
        require(sent.size() == 1, sent.size() + " requests: " + sent);
        String request = sent.get(0);
        require(request.contains("\"one\"") && request.contains("\"other\""), "a mod is missing: " + request);
        game.receive(Answer.to(request, "map", ""));
        game.tick();
        require(isBlocked(one, "map") && !isBlocked(other, "fly"), "the answer was not delivered");
        game.disconnect();
        game.tick();
        require(!isBlocked(one, "map"), "blocked after leaving");
    }

    private static Class<?> type(String copy, String name) throws ClassNotFoundException {
        return Class.forName(copy + ".github.featurecontrol.sdk." + name);
    }

    private static Object register(String copy, String client, String feature)
        throws ReflectiveOperationException {
        Object builder = type(copy, "FeatureControl").getMethod("mod", String.class).invoke(null, client);
        builder.getClass().getMethod("feature", String.class).invoke(builder, feature);
        return builder.getClass().getMethod("register").invoke(builder);
    }

    private static boolean isBlocked(Object mod, String feature) throws ReflectiveOperationException {
        return (boolean) mod.getClass().getMethod("isBlocked", String.class).invoke(mod, feature);
    }

    private static void require(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
