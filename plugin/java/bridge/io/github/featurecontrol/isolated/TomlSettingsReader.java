package io.github.featurecontrol.isolated;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Map.entry;

import io.github.featurecontrol.OwnJar;
import io.github.featurecontrol.Settings;
import io.github.featurecontrol.SettingsReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/**
 * Reads {@code config.toml}. If the file does not exist, it is created from the default settings in the jar.
 */
public final class TomlSettingsReader implements SettingsReader {

    /** The environment variables that override settings, by dotted key. Empty variables are ignored. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
        entry("redis.url", "REDIS_URL"),
        entry("redis.key-prefix", "KEY_PREFIX"),
        entry("redis.nat-map", "REDIS_NAT_MAP"),
        entry("redis.command-timeout-ms", "REDIS_COMMAND_TIMEOUT_MS"),
        entry("redis.ca-file", "REDIS_CA_FILE"),
        entry("redis.cert-file", "REDIS_CERT_FILE"),
        entry("redis.key-file", "REDIS_KEY_FILE"),
        entry("channel.namespace", "FC_CHANNEL_NAMESPACE"),
        entry("libraries.mirror", "FC_LIBRARIES_MIRROR")
    );

    private static final String BACKSLASH_RULE =
        "a backslash between double quotes is written twice, or the text is put between single quotes";

    /** The settings that name files in PEM form. */
    private static final List<String> FILES = List.of("redis.ca-file", "redis.cert-file", "redis.key-file");

    @Override
    public Settings read(Path file) throws IOException {
        String defaultText = OwnJar.text(OwnJar.PROGRAM + "config.toml");
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory, not a file");
        }
        // Without the lines of comments, which take as long to parse as the rest.
        TomlParseResult defaults = Toml.parse(defaultText.replaceAll("(?m)^#.*", ""));
        String text = OwnJar.readOrCreate(file, defaultText);
        TomlParseResult written = text.equals(defaultText) ? defaults : Toml.parse(text);
        refuseErrors(file, written);
        Map<String, Object> values = new HashMap<>();
        defaults.dottedEntrySet().forEach(entry -> values.put(entry.getKey(), plain(entry.getValue())));
        Map<String, Integer> lines = new HashMap<>();
        for (String key : written.dottedKeySet()) {
            values.put(key, plain(written.get(key)));
            lines.put(key, written.inputPositionOf(key).line());
        }
        Map<String, String> environment = new HashMap<>(VARIABLES);
        environment.values().removeIf(variable -> System.getenv().getOrDefault(variable, "").isEmpty());
        environment.forEach((key, variable) ->
            values.put(key, valueOf(System.getenv(variable), defaults.get(key)))
        );
        Map<String, String> files = new HashMap<>();
        for (String key : FILES) {
            files.put(key, values.get(key) instanceof String name ? textOf(file, name) : "");
        }
        return new Settings(values, files, lines, environment);
    }

    /** Returns a value without objects of the TOML library, which would keep it in memory. */
    private static Object plain(Object value) {
        return value instanceof TomlArray array ? array.toList().toArray() : value;
    }

    /** Returns the text of an environment variable, as a number if the default is one. */
    private static Object valueOf(String text, Object defaultValue) {
        return defaultValue instanceof Number && text.matches("\\d{1,9}")
            ? (Object) Long.valueOf(text)
            : text;
    }

    /**
     * @param settings the file of the settings, to which {@code name} is relative
     * @return the contents of the file that a setting names; empty if it cannot be read, or names none
     */
    private static String textOf(Path settings, String name) {
        try {
            return Files.readString(settings.resolveSibling(name), ISO_8859_1);
        } catch (IOException | InvalidPathException cause) {
            return "";
        }
    }

    private static void refuseErrors(Path file, TomlParseResult written) throws IOException {
        for (TomlParseError error : written.errors()) {
            // An unexpected text is not logged: it may be the rest of a password that contains a quote.
            String message = error
                .getMessage()
                .replaceFirst("^(Unexpected )'[^'\\\\]{2,}'", "$1text")
                .replaceFirst("^Invalid (unicode )?escape sequence.*", BACKSLASH_RULE);
            throw new IOException(file.getFileName() + ", line " + error.position().line() + ": " + message);
        }
    }
}
