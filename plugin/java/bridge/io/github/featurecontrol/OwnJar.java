package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
}
