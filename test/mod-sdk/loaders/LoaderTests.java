import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Plays each loader part in its built jar on a fake of its loader: {@code LoaderTests <loaders> <fakes>
 * <folder> <Gson> <jars> <version> <name>…}. A fake's classes stand in for the declarations of the same name.
 * Each loader has a class loader of its own. Prints a line a loader.
 */
public final class LoaderTests {
    public static void main(String[] arguments) throws Exception {
        Path target = Path.of(arguments[2]);
        for (int at = 6; at < arguments.length; at++) {
            System.getProperties().remove("feature-control:mods");
            String name = arguments[at];
            String result = play(Path.of(arguments[0], name), Path.of(arguments[1]), target.resolve(name),
                List.of(Path.of(arguments[4], "feature-control-mod-" + name + "-" + arguments[5] + ".jar"),
                    Path.of(arguments[3])), name);
            System.out.println(name + ": " + result);
        }
    }

    private static String play(Path loader, Path fakes, Path target, List<Path> jars, String name)
        throws Exception {
        Map<String, Path> sources = new LinkedHashMap<>();
        String shared = name.split("-")[0];
        for (Path root : List.of(loader.resolve("declarations"), loader.resolveSibling("netty/declarations"),
            loader.resolveSibling(shared).resolve("declarations"), fakes.resolve("netty"),
            fakes.resolve("scenarios"), fakes.resolve(shared), fakes.resolve(name)))
            for (Path file : javaFiles(root)) sources.put(root.relativize(file).toString(), file);
        Files.createDirectories(target);
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", target.toString(),
            "-cp", classPath));
        sources.values().forEach(file -> options.add(file.toString()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler.run(null, System.out, System.out, options.toArray(new String[0])) != 0)
            return "does not compile";
        List<URL> urls = new ArrayList<>(List.of(target.toUri().toURL()));
        for (Path jar : jars) urls.add(jar.toUri().toURL());
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader classes = new URLClassLoader(urls.toArray(new URL[0]), parent)) {
            Object game = classes.loadClass("loaders.Game").getConstructor().newInstance();
            Class<?> scenarios = classes.loadClass("loaders.Scenarios");
            Object play = scenarios.getConstructors()[0].newInstance(game);
            scenarios.getMethod("play").invoke(play);
            return "held";
        } catch (java.lang.reflect.InvocationTargetException failure) {
            failure.getCause().printStackTrace(System.out);
            return "failed: " + failure.getCause();
        }
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        if (!Files.exists(root)) return List.of();
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().collect(
                Collectors.toList());
        }
    }
}
