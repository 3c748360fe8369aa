package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.slf4j.Logger;

/**
 * The libraries that our jar contains, or in the slim edition only names. They are unpacked into a folder, as
 * a class loader cannot read jars inside a jar. Each is checked against the SHA-256 recorded by the build
 * when it is unpacked or downloaded, and then renamed to its final name. Each start compares only its CRC-32,
 * which takes 20 ms for all libraries: a damaged one is unpacked or downloaded again.
 */
final class Libraries {

    /** One line of the index: group, SHA-256 and CRC-32 in hexadecimal digits, path in a Maven repository. */
    private record Library(String group, String sha256, String crc32, String path) {
        static Library parse(String line) {
            String[] words = line.split(" ");
            return new Library(words[0], words[1], words[2], words[3]);
        }

        String file() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    private final Path directory;
    private final Logger logger;
    private final List<Library> index;

    /** @param directory for the unpacked libraries; created when needed */
    Libraries(Path directory, Logger logger) throws IOException {
        // In the URL of an entry of a jar, this separates the jar from the entry.
        if (directory.toUri().toString().contains("!/")) {
            throw new IOException(
                directory + ": Java reads no jars in a folder whose name ends in !, so rename it"
            );
        }
        this.directory = directory;
        this.logger = logger;
        index = OwnJar.text(OwnJar.LIBRARIES + "index")
            .lines()
            .map(Library::parse)
            .toList();
    }

    /**
     * Unpacks or downloads the missing libraries of a group, which may take a while, and opens them. The
     * caller closes the loader.
     *
     * @param repository provides libraries that our jar does not contain
     * @throws IOException that {@link Reason} converts to one line for the operator
     */
    IsolatedClassLoader open(String group, MavenRepository repository) throws IOException {
        Files.createDirectories(directory);
        List<Library> wanted = index
            .stream()
            .filter(library -> library.group.equals(group))
            .toList();
        List<URL> jars = new ArrayList<>();
        jars.add(Libraries.class.getProtectionDomain().getCodeSource().getLocation());
        for (Library library : wanted) {
            // The first jar is our own, so the size is the number of this library.
            String number = jars.size() + " of " + wanted.size();
            jars.add(provide(library, number, repository).toUri().toURL());
        }
        return new IsolatedClassLoader(jars.toArray(URL[]::new));
    }

    /** Deletes libraries of earlier versions of this plugin. */
    void removeOutdated() {
        List<Path> known = index
            .stream()
            .map(library -> directory.resolve(library.file()))
            .toList();
        try (var others = Files.newDirectoryStream(directory, file -> !known.contains(file))) {
            for (Path other : others) {
                Files.deleteIfExists(other);
            }
        } catch (IOException cause) {
            logger.warn("Libraries of an earlier version could not be deleted: {}", Reason.of(cause));
        }
    }

    /** @param number of the library, such as {@code 3 of 21}, for the log */
    private Path provide(Library library, String number, MavenRepository repository) throws IOException {
        Path target = directory.resolve(library.file());
        if (isUndamaged(target, library)) {
            return target;
        }
        if (Files.isRegularFile(target)) {
            logger.warn("The library {} was damaged, and is replaced", library.file());
        }
        // A file of this start's own, as other proxies may share the folder.
        Path part = directory.resolve(library.file() + "." + UUID.randomUUID() + ".part");
        try (InputStream bundled = Libraries.class.getResourceAsStream(OwnJar.LIBRARIES + library.file())) {
            if (bundled == null) {
                repository.fetch(library.path, part, number + ": " + library.file(), logger);
            } else {
                unpack(bundled, part);
            }
            requireOriginal(part, library);
            return Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException cause) {
            // Another proxy may have provided the library meanwhile, and removed what it did not know.
            if (isUndamaged(target, library)) {
                return target;
            }
            throw cause;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void unpack(InputStream bundled, Path part) throws IOException {
        try {
            Files.copy(bundled, part);
        } catch (FileSystemException cause) {
            throw cause;
        } catch (IOException cause) {
            // A full disk: the exception does not name the file.
            throw new FileSystemException(part.toString(), null, cause.getMessage());
        }
    }

    private static boolean isUndamaged(Path file, Library library) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        CRC32 crc32 = new CRC32();
        try (var content = new CheckedInputStream(Files.newInputStream(file), crc32)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of()
            .toHexDigits((int) crc32.getValue())
            .equals(library.crc32);
    }

    private static void requireOriginal(Path file, Library library) throws IOException {
        try (
            var content = new DigestInputStream(
                Files.newInputStream(file),
                MessageDigest.getInstance("SHA-256")
            )
        ) {
            content.transferTo(OutputStream.nullOutputStream());
            String sha256 = HexFormat.of().formatHex(content.getMessageDigest().digest());
            if (!sha256.equals(library.sha256)) {
                throw new IOException(
                    library.file() + " does not match the SHA-256 recorded when this plugin was built"
                );
            }
        } catch (NoSuchAlgorithmException cause) {
            throw new IllegalStateException("Every Java has SHA-256", cause);
        }
    }
}
