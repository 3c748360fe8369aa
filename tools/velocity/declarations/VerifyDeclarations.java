package declarations;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares hand-written declarations with the classes of a real jar, or of several:
 * {@code VerifyDeclarations <jars> <compiled declarations> <members that scripts call>}. Prints one line a
 * difference, then the counts; see {@link Report}.
 */
public final class VerifyDeclarations {
    private VerifyDeclarations() {
    }

    public static void main(String[] arguments) throws IOException {
        String[] named = arguments[0].split(File.pathSeparator);
        Path[] jars = Arrays.stream(named).map(Path::of).toArray(Path[]::new);
        Path declarations = Path.of(arguments[1]);
        Report report = new Report();
        try (URLClassLoader real = loader(jars);
                // What is declared is found first; whatever it names beside that, such as Adventure, is the
                // jar's own.
                URLClassLoader declared = loader(before(declarations, jars))) {
            ClassComparison comparison = new ClassComparison(declared, real, report);
            classNames(declarations).forEach(comparison::compare);
            ScriptMembers members = new ScriptMembers(real, report);
            Files.readAllLines(Path.of(arguments[2])).forEach(members::check);
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
