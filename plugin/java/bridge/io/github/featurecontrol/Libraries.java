package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;

/**
 * The jars that our own jar carries, or in its slim edition only names. They are put beside the
 * configuration, as a class loader reads no jars within jars; each is checked at every start against the
 * SHA-256 that the build recorded, and unpacked or fetched again where it does not fit.
 */
final class Libraries {
    /** One line of the index: what for, SHA-256 in hexadecimal digits, its path in a Maven repository. */
    private record Library(String group, String sha256, String path) {
        static Library parse(String line) {
            String[] words = line.split(" ");
            return new Library(words[0], words[1], words[2]);
        }

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
        index = OwnJar.text(OwnJar.LIBRARIES + "index").lines().map(Library::parse).toList();
    }

    /**
     * Makes sure that the libraries of a group are there and whole, which takes a while for large ones, and
     * opens them. The caller closes the loader.
     *
     * @param elsewhere where those are that our own jar does not hold
     * @throws IOException of which {@link Reason} makes one line for the operator
     */
    IsolatedClassLoader open(String group, MavenRepository elsewhere) throws IOException {
        Files.createDirectories(directory);
        List<Library> wanted = index.stream().filter(library -> library.group.equals(group)).toList();
        List<URL> jars = new ArrayList<>();
        jars.add(Libraries.class.getProtectionDomain().getCodeSource().getLocation());
        for (Library library : wanted) {
            // As the first jar is our own, their count is the library's number.
            String number = jars.size() + " of " + wanted.size();
            jars.add(provide(library, number, elsewhere).toUri().toURL());
        }
        return new IsolatedClassLoader(jars.toArray(URL[]::new));
    }

    /** Removes what earlier versions of this plugin left behind. */
    void removeOthers() {
        List<Path> known = index.stream().map(library -> directory.resolve(library.file())).toList();
        try (var others = Files.newDirectoryStream(directory, file -> !known.contains(file))) {
            for (Path other : others) {
                Files.deleteIfExists(other);
            }
        } catch (IOException cause) {
            logger.warn("Libraries of an earlier version could not be deleted: {}", Reason.of(cause));
        }
    }

    /** @param number which library it is, for the operator who waits */
    private Path provide(Library library, String number, MavenRepository elsewhere) throws IOException {
        Path target = directory.resolve(library.file());
        if (isRight(target, library)) {
            return target;
        }
        Path part = directory.resolve(library.file() + ".part");
        try (InputStream carried = Libraries.class.getResourceAsStream(OwnJar.LIBRARIES + library.file())) {
            if (carried == null) {
                elsewhere.fetch(library.path, part, number + ": " + library.file(), logger);
            } else {
                Files.copy(carried, part, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (isRight(part, library)) {
            return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.deleteIfExists(part);
        throw new IOException(
                library.file() + " is damaged, or another file than the one that this plugin was built with");
    }

    private static boolean isRight(Path file, Library library) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream content = Files.newInputStream(file)) {
            var digested = new DigestInputStream(content, MessageDigest.getInstance("SHA-256"));
            digested.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digested.getMessageDigest().digest()).equals(library.sha256);
        } catch (NoSuchAlgorithmException cause) {
            throw new IllegalStateException("Every Java has SHA-256", cause);
        }
    }
}
