package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads text files from the plugin's jar. */
public final class OwnJar {

    /**
     * The folder of the script, the default settings, the texts of languages, and the list of accessible Java
     * classes.
     */
    public static final String PROGRAM = "/META-INF/feature-control/";
    public static final String LIBRARIES = "/META-INF/libraries/";

    private OwnJar() {}

    /** @return empty if this edition of the jar does not contain the file */
    public static String text(String name) throws IOException {
        try (InputStream stream = OwnJar.class.getResourceAsStream(name)) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Reads an operator's file, after creating it if it does not exist. Tolerates a byte order mark, and
     * comments in other encodings, as some editors write them.
     *
     * @param defaultText contents of a new file
     * @throws IOException whose message is one line for the operator, if the file is in UTF-16
     */
    public static String readOrCreate(Path file, String defaultText) throws IOException {
        if (Files.notExists(file)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, defaultText);
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        // Each character of ASCII has a zero byte in UTF-16.
        if (text.indexOf('\0') >= 0) {
            throw new IOException(
                file.getFileName() + " is not in UTF-8, but probably in UTF-16: save it as UTF-8"
            );
        }
        return text.replaceFirst("^\uFEFF", "");
    }
}
