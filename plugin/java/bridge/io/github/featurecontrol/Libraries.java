package io.github.featurecontrol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The jars that our own jar carries. They are unpacked beside the configuration, as a class loader reads no jars within jars; each is checked at every start
 * against the SHA-256 that the build recorded, and unpacked again where it does not fit.
 */
final class Libraries {
    private static final String FOLDER = "/META-INF/libraries/";

    /** One line of the index: what for, SHA-256 in hexadecimal digits, file name. */
    private record Library(String group, String sha256, String file) {}

    private final Path directory;
    private final List<Library> index;

    /** @param directory where they are unpacked; created when needed */
    Libraries(Path directory) throws IOException {
        this.directory = directory;
        this.index = readIndex();
    }

    /** Makes sure that the libraries of a group are there and whole, which takes a while for large ones, and opens them. The caller closes the loader. */
    IsolatedClassLoader open(String group) throws IOException {
        Files.createDirectories(directory);
        List<URL> jars = new ArrayList<>();
        jars.add(Libraries.class.getProtectionDomain().getCodeSource().getLocation());
        for (Library library : index) {
            if (library.group().equals(group)) jars.add(unpack(library).toUri().toURL());
        }
        return new IsolatedClassLoader(jars.toArray(URL[]::new), Libraries.class.getClassLoader());
    }

    /** Removes what earlier versions of this plugin left behind. */
    void removeOthers() throws IOException {
        Set<String> known = new HashSet<>();
        for (Library library : index) known.add(library.file());
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) if (!known.contains(file.getFileName().toString())) Files.deleteIfExists(file);
        }
    }

    private Path unpack(Library library) throws IOException {
        Path target = directory.resolve(library.file());
        if (Files.exists(target) && sha256(target).equals(library.sha256())) return target;
        Path part = directory.resolve(library.file() + ".part");
        try (InputStream nested = Libraries.class.getResourceAsStream(FOLDER + library.file())) {
            if (nested == null) throw new IOException("The plugin's jar does not hold " + library.file());
            Files.copy(nested, part, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!sha256(part).equals(library.sha256())) throw new IOException("The plugin's jar is damaged at " + library.file());
        return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String sha256(Path file) throws IOException {
        try (var digested = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[1 << 16];
            while (digested.read(buffer) >= 0) continue;
            return HexFormat.of().formatHex(digested.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException cause) {
            throw new IllegalStateException("Every Java has SHA-256", cause);
        }
    }

    private static List<Library> readIndex() throws IOException {
        try (InputStream stream = Libraries.class.getResourceAsStream(FOLDER + "index")) {
            if (stream == null) throw new IOException("The plugin's jar does not list its libraries");
            var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)).lines();
            return lines.map(line -> line.split(" ")).map(part -> new Library(part[0], part[1], part[2])).toList();
        }
    }
}
