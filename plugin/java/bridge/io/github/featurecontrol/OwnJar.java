package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The texts that the plugin's jar carries. */
public final class OwnJar {
    /** Beside the classes: the script, the defaults, and what the script may touch. */
    public static final String PROGRAM = "/META-INF/feature-control/";
    public static final String LIBRARIES = "/META-INF/libraries/";

    private OwnJar() {}

    /** @return empty where this edition of the jar has no such file */
    public static String text(String name) throws IOException {
        try (InputStream stream = OwnJar.class.getResourceAsStream(name)) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * An operator's file, which is written first where there is none. Editors write a byte order mark, or
     * comments in another encoding, which do no harm.
     */
    public static String edited(Path file, String standard) throws IOException {
        if (Files.notExists(file)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, standard);
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
    }
}
