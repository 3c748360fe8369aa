import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the built jar of each loader part on a fake of its loader: {@code LoaderTests <mod-sdk> <fakes>
 * <folder> <Gson> <version> <name>=<shared folder>,……}. Each game has a separate class loader. Prints one
 * line for each loader.
 */
public final class LoaderTests {
    private static final List<String> NESTED =
        List.of("fabric.mod.json", "META-INF/mods.toml", "META-INF/neoforge.mods.toml");

    private final Path target;
    private final Path gson;
    private final Path jar;
    private final Map<String, byte[]> part;

    private LoaderTests(Path target, Path gson, Path jar) throws IOException {
        this.target = target;
        this.gson = gson;
        this.jar = jar;
        part = Jars.read(Files.readAllBytes(jar));
    }

    public static void main(String[] arguments) throws Exception {
        Path sdk = Path.of(arguments[0]);
        Path folder = Path.of(arguments[2]);
        Path gson = Path.of(arguments[3]);
        for (int at = 5; at < arguments.length; at++) {
            String[] part = arguments[at].split("[=,]");
            String artifact = "feature-control-mod-" + part[0];
            Path jar = sdk.resolve("build/libs/" + artifact + '-' + arguments[4] + ".jar");
            Path target = folder.resolve(part[0]);
            LoaderTests tests = new LoaderTests(target, gson, jar);
            Sources sources = new Sources(sdk.resolve("loaders"), Path.of(arguments[1]));
            sources.collect(part, folder.resolve(part[0] + "-renamed"));
            sources.compile(target, List.of(jar, gson));
            System.out.println(part[0] + ": " + tests.run());
        }
    }

    private String run() throws Exception {
        try {
            play("loaders.Scenarios", List.of(jar));
            play("loaders.TakenChannel", List.of(jar));
            if (!isNested()) playRelocated();
            return "passed";
        } catch (InvocationTargetException failure) {
            failure.getCause().printStackTrace(System.out);
            return "failed: " + failure.getCause();
        }
    }

    /** Returns whether the loader supports nested jars, and keeps one copy of all mods. */
    private boolean isNested() {
        return NESTED.stream().anyMatch(part::containsKey);
    }

    /** Runs two mods that have relocated their copies to different packages. */
    private void playRelocated() throws Exception {
        play("loaders.Relocated", List.of(relocate(part, "aa"), relocate(part, "bb")));
    }

    private Path relocate(Map<String, byte[]> copy, String target) throws IOException {
        Map<String, byte[]> paths = Jars.replace(copy, "io/github/", target + "/github/");
        return write(target, Jars.replace(paths, "io.github.", target + ".github."));
    }

    private Path write(String name, Map<String, byte[]> files) throws IOException {
        return Files.write(target.resolve(name + ".jar"), Jars.pack(files));
    }

    private void play(String scenarios, List<Path> jars) throws Exception {
        System.getProperties().remove("feature-control:mods");
        List<URL> urls = new ArrayList<>(List.of(target.toUri().toURL(), gson.toUri().toURL()));
        for (Path each : jars) urls.add(each.toUri().toURL());
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader classes = new URLClassLoader(urls.toArray(new URL[0]), parent)) {
            Object game = classes.loadClass("loaders.Game").getConstructor().newInstance();
            Object play = classes.loadClass(scenarios).getConstructors()[0].newInstance(game);
            play.getClass().getMethod("play").invoke(play);
        }
    }
}
