import java.net.URL;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the built jar on fakes of games with their loaders: {@code LoaderTests <mod-sdk/loaders> <fakes>
 * <target> <Gson> <jar> <game>=<folder>,……}. Each run has a separate class loader. Prints one line for each
 * game.
 */
public final class LoaderTests {

    private LoaderTests() {}

    public static void main(String[] arguments) throws Exception {
        List<Path> libraries = List.of(Path.of(arguments[3]), Path.of(arguments[4]));
        for (String played : List.of(arguments).subList(5, arguments.length)) {
            String[] game = played.split("[=,]");
            Path target = Path.of(arguments[2], game[0]);
            Sources sources = new Sources(Path.of(arguments[0]), Path.of(arguments[1]));
            sources.collect(List.of(game).subList(1, game.length), Path.of(target + "-renamed"));
            sources.compile(target, libraries);
            URL[] urls = { url(target), url(libraries.get(0)), url(libraries.get(1)) };
            System.out.println(game[0] + ": " + run(urls));
        }
    }

    private static URL url(Path path) throws Exception {
        return path.toUri().toURL();
    }

    private static String run(URL[] urls) throws Exception {
        try {
            play(urls, "loaders.Scenarios", "io", "io");
            play(urls, "loaders.Scenarios", "io", "aa");
            play(urls, "loaders.TakenChannel", "aa", "io");
            return "passed";
        } catch (AssertionError | RuntimeException failure) {
            failure.printStackTrace(System.out);
            return "failed: " + failure;
        }
    }

    private static void play(URL[] urls, String scenarios, String... copies) throws Exception {
        try (GameClasses classes = new GameClasses(urls)) {
            Object game = classes.loadClass("loaders.Game").getConstructor().newInstance();
            ((Runnable) classes.loadClass(scenarios).getConstructors()[0].newInstance(game, copies)).run();
        }
    }
}
