import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The sources of one fake game. The fake's classes replace declarations of the same name. */
final class Sources {

    private final Path loaders;
    private final Path fakes;
    /** By class name. A file that is added later replaces an earlier one. */
    private final Map<String, Path> sources = new LinkedHashMap<>();

    Sources(Path loaders, Path fakes) {
        this.loaders = loaders;
        this.fakes = fakes;
    }

    /**
     * Collects the sources of a game.
     *
     * @param folders those of declarations and of fakes, the most general one first
     * @param renamed target folder for fakes of another version, renamed to the names in this version
     */
    void collect(List<String> folders, Path renamed) throws IOException {
        for (String folder : folders) add(loaders.resolve(folder).resolve("declarations"));
        add(fakes.resolve("scenarios"));
        for (String folder : folders) {
            Path renames = fakes.resolve(folder).resolve("renamed.txt");
            if (Files.exists(renames)) addRenamed(lines(renames), renamed);
            add(fakes.resolve(folder));
        }
    }

    /** Returns the lines of a file. One that names a part's list of names stands for the lines of that list. */
    private List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file))
            if (line.endsWith("names.txt")) lines.addAll(lines(loaders.resolve(line)));
            else lines.add(line);
        return lines;
    }

    private void add(Path root) throws IOException {
        for (Path file : javaFiles(root)) sources.put(root.relativize(file).toString(), file);
    }

    /** @param lines each the path of a fake or of a folder of fakes, or a name and its replacement */
    private void addRenamed(List<String> lines, Path target) throws IOException {
        for (String line : lines) {
            if (isRename(line)) continue;
            Path root = fakes.resolve(Path.of(line).getName(0));
            for (Path file : javaFiles(fakes.resolve(line))) {
                String path = root.relativize(file).toString();
                String name = rename(lines, path.replace(".java", "").replace('/', '.'));
                Path renamed = target.resolve(name.replace('.', '/') + ".java");
                Files.createDirectories(renamed.getParent());
                String inPackage = "package " + name.replaceFirst("\\.\\w+$", ";");
                String text = rename(lines, Files.readString(file));
                Files.writeString(renamed, text.replaceFirst("(?m)^package .*;", inPackage));
            }
        }
        add(target);
    }

    private static boolean isRename(String line) {
        return line.contains(" = ");
    }

    private static String rename(List<String> lines, String text) {
        String renamed = text;
        for (String line : lines) {
            if (!isRename(line)) continue;
            String[] names = line.split(" = ");
            renamed = renamed.replaceAll("\\b" + Pattern.quote(names[0]) + "\\b", names[1]);
        }
        return renamed;
    }

    /** @throws IllegalStateException if they do not compile; the compiler has printed why */
    void compile(Path target, List<Path> classPath) throws IOException {
        Files.createDirectories(target);
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:-options"));
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        options.addAll(List.of("-d", target.toString(), "-cp", path));
        sources.values().forEach(file -> options.add(file.toString()));
        String[] arguments = options.toArray(new String[0]);
        if (
            ToolProvider.getSystemJavaCompiler().run(null, System.out, System.out, arguments) != 0
        ) throw new IllegalStateException("does not compile");
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        if (!Files.exists(root)) return List.of();
        try (Stream<Path> files = Files.walk(root)) {
            return files
                .filter(file -> file.toString().endsWith(".java"))
                .sorted()
                .collect(Collectors.toList());
        }
    }
}
