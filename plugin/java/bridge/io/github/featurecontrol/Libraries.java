package io.github.featurecontrol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
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
import org.slf4j.Logger;

/**
 * The jars that our own jar carries, or in its slim edition only names. They are put beside the configuration, as a class loader reads no jars within jars; each is
 * checked at every start against the SHA-256 that the build recorded, and brought again where it does not fit.
 */
final class Libraries {
    private static final String FOLDER = "/META-INF/libraries/";

    /** One line of the index: what for, SHA-256 in hexadecimal digits, its path in a Maven repository. */
    private record Library(String group, String sha256, String path) {
        String file() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    private final Path directory;
    private final Logger logger;
    private final List<Library> index;

    /** @param directory where they are put; created when needed */
    Libraries(Path directory, Logger logger) throws IOException {
        this.directory = directory;
        this.logger = logger;
        this.index = readIndex();
    }

    /**
     * Makes sure that the libraries of a group are there and whole, which takes a while for large ones, and opens them. The caller closes the loader.
     *
     * @param elsewhere where those are that our own jar does not hold
     * @throws IOException of which {@link Reason} makes one line for the operator
     */
    IsolatedClassLoader open(String group, MavenRepository elsewhere) throws IOException {
        Files.createDirectories(directory);
        List<URL> jars = new ArrayList<>();
        jars.add(Libraries.class.getProtectionDomain().getCodeSource().getLocation());
        for (Library library : index) {
            if (library.group().equals(group)) jars.add(provide(library, elsewhere).toUri().toURL());
        }
        return new IsolatedClassLoader(jars.toArray(URL[]::new), Libraries.class.getClassLoader());
    }

    /** Removes what earlier versions of this plugin left behind. */
    void removeOthers() {
        Set<String> known = new HashSet<>();
        for (Library library : index) known.add(library.file());
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) if (!known.contains(file.getFileName().toString())) Files.deleteIfExists(file);
        } catch (IOException cause) {
            logger.warn("What an earlier version left behind could not be removed: {}", Reason.of(cause));
        }
    }

    private Path provide(Library library, MavenRepository elsewhere) throws IOException {
        Path target = directory.resolve(library.file());
        if (isRight(target, library)) return target;
        Path part = directory.resolve(library.file() + ".part");
        if (!unpack(library, part)) {
            logger.info("Fetching library {} of {}: {} from {}", index.indexOf(library) + 1, index.size(), library.file(), elsewhere);
            elsewhere.fetch(library.path(), part);
        }
        if (isRight(part, library)) return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(part);
        throw new IOException(library.file() + " is damaged, or another file than the one that this plugin was built with");
    }

    /** @return false where our own jar does not carry it */
    private static boolean unpack(Library library, Path part) throws IOException {
        try (InputStream nested = Libraries.class.getResourceAsStream(FOLDER + library.file())) {
            if (nested != null) Files.copy(nested, part, StandardCopyOption.REPLACE_EXISTING);
            return nested != null;
        } catch (IOException cause) {
            throw cause instanceof FileSystemException ? cause : new FileSystemException(part.toString(), null, cause.getMessage());
        }
    }

    private static boolean isRight(Path file, Library library) throws IOException {
        return Files.isRegularFile(file) && sha256(file).equals(library.sha256());
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
