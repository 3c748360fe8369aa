package declarations;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compares hand-written declarations with the classes of one or more real jars:
 * {@code VerifyDeclarations <jars> <members that scripts call> <target> <folders of declarations>…}. Each set
 * of folders is compiled into a subfolder of the target and compared separately. Prints, for each set, one
 * line per difference, then the counts; see {@link Report}. All sets run in one JVM, because starting the
 * compiler takes most of its time.
 */
public final class VerifyDeclarations {
    private VerifyDeclarations() {
    }

    public static void main(String[] arguments) throws IOException {
        String[] named = arguments[0].split(File.pathSeparator);
        Path[] jars = Arrays.stream(named).map(Path::of).toArray(Path[]::new);
        List<String> scriptMembers = Files.readAllLines(Path.of(arguments[1]));
        for (int at = 3; at < arguments.length; at++) {
            Path target = Path.of(arguments[2], String.valueOf(at));
            if (!compile(arguments[at].split(File.pathSeparator), target, arguments[0])) {
                System.exit(1);
            }
            compare(target, jars, scriptMembers);
        }
    }

    /**
     * Compiles a set of declarations. Types that they reference without declaring them, above all
     * Adventure's, come from the jars. @return false if it does not compile; the compiler has printed the
     * reason
     */
    private static boolean compile(String[] folders, Path target, String classPath) throws IOException {
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-encoding", "UTF-8",
                "-cp", classPath, "-d", target.toString()));
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                files.map(Path::toString)
                        .filter(name -> name.endsWith(".java"))
                        .sorted()
                        .forEach(options::add);
            }
        }
        Files.createDirectories(target);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        return compiler.run(null, System.out, System.out, options.toArray(new String[0])) == 0;
    }

    private static void compare(Path declarations, Path[] jars, List<String> scriptMembers) throws IOException {
        Report report = new Report();
        try (URLClassLoader real = loader(jars);
                // Declared classes come first. Classes that they reference without declaring them, such as
                // Adventure's, come from the jars.
                URLClassLoader declared = loader(before(declarations, jars))) {
            ClassComparison comparison = new ClassComparison(declared, real, report);
            classNames(declarations).forEach(comparison::compare);
            ScriptMembers members = new ScriptMembers(real, report);
            scriptMembers.forEach(members::check);
        }
        report.printCounts();
    }

    private static Path[] before(Path first, Path[] others) {
        return Stream.concat(Stream.of(first), Arrays.stream(others)).toArray(Path[]::new);
    }

    private static URLClassLoader loader(Path... classPath) throws MalformedURLException {
        URL[] urls = new URL[classPath.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classPath[i].toUri().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static List<String> classNames(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }
}
