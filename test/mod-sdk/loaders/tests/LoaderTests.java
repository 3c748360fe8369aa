import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs the built jar on fakes of games with their loaders: {@code LoaderTests <mod-sdk/loaders> <fakes> <target>
 * <Gson> <jar> <game>=<folder>,……}. Each run has a separate class loader. Prints one line for each game.
 */
public final class LoaderTests {
    private final Path target;
    private final List<Path> libraries;

    private LoaderTests(Path target, List<Path> libraries) {
        this.target = target;
        this.libraries = libraries;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[2]);
        Path jar = Path.of(arguments[4]);
        List<Path> libraries = List.of(Path.of(arguments[3]), jar, relocate(jar, folder));
        for (int at = 5; at < arguments.length; at++) {
            String[] game = arguments[at].split("[=,]");
            Path target = folder.resolve(game[0]);
            Sources sources = new Sources(Path.of(arguments[0]), Path.of(arguments[1]));
            sources.collect(List.of(game).subList(1, game.length), folder.resolve(game[0] + "-renamed"));
            sources.compile(target, libraries);
            System.out.println(game[0] + ": " + new LoaderTests(target, libraries).run());
        }
    }

    /** Returns a copy of the jar whose classes are in packages that begin with `aa` in place of `io`. */
    private static Path relocate(Path jar, Path folder) throws IOException {
        Map<String, byte[]> paths = Jars.replace(Jars.read(Files.readAllBytes(jar)), "io/github/", "aa/github/");
        return Files.write(folder.resolve("aa.jar"), Jars.pack(Jars.replace(paths, "io.github.", "aa.github.")));
    }

    private String run() throws Exception {
        try {
            play("loaders.Scenarios", "io", "io");
            play("loaders.Scenarios", "io", "aa");
            play("loaders.TakenChannel", "aa", "io");
            return "passed";
        } catch (InvocationTargetException failure) {
            failure.getCause().printStackTrace(System.out);
            return "failed: " + failure.getCause();
        }
    }

    private void play(String scenarios, String... copies) throws Exception {
        List<URL> urls = new ArrayList<>(List.of(target.toUri().toURL()));
        for (Path each : libraries) urls.add(each.toUri().toURL());
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader classes = new URLClassLoader(urls.toArray(new URL[0]), parent)) {
            Object game = classes.loadClass("loaders.Game").getConstructor().newInstance();
            Object play = classes.loadClass(scenarios).getConstructors()[0].newInstance(game, copies);
            forgetMods();
            play.getClass().getMethod("prepare").invoke(play);
            forgetMods();
            play.getClass().getMethod("play").invoke(play);
        }
    }

    /** Clears what all copies in this JVM share. */
    private static void forgetMods() {
        ThreadGroup root = Thread.currentThread().getThreadGroup().getParent();
        ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount()];
        for (int at = 0; at < root.enumerate(groups, false); at++)
            if (groups[at] instanceof Supplier)
                ((Map<?, ?>) ((Supplier<?>) groups[at]).get()).keySet().removeAll(List.of("mods", "claimed"));
    }
}
