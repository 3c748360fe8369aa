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
import java.util.stream.Collectors;
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
        Map<String, String> environment = new HashMap<>(VARIABLES);
        environment.values().removeIf(variable -> System.getenv().getOrDefault(variable, "").isEmpty());
        Map<String, Object> values = merge(defaults, written, environment);
        Map<String, String> files = new HashMap<>();
        for (String key : FILES) {
            files.put(key, textOf(key, file, (String) values.get(key)));
        }
        return new Settings(
            defaults.toJson(),
            written.toJson(),
            files,
            linesOf(written),
            environment,
            values
        );
    }

    /**
     * @param settings the file of the settings, to which {@code name} is relative
     * @return the contents of the file that a setting names; empty if it cannot be read, or names none
     */
    private static String textOf(String key, Path settings, String name) throws IOException {
        try {
            Path file = settings.resolveSibling(name);
            boolean isReadable = Files.isRegularFile(file) && Files.isReadable(file);
            return isReadable ? Files.readString(file, ISO_8859_1) : "";
        } catch (InvalidPathException cause) {
            throw new IOException(key + " is not a valid name of a file", cause);
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

    /**
     * Merges the sources: the environment overrides the file, and the file overrides the defaults if its
     * value has the type of the default. Without arrays: they are objects of the TOML library, which would
     * keep it in memory.
     */
    private static Map<String, Object> merge(
        TomlParseResult defaults,
        TomlParseResult written,
        Map<String, String> environment
    ) {
        Map<String, Object> values = new HashMap<>();
        for (String key : defaults.dottedKeySet()) {
            Object defaultValue = defaults.get(key);
            if (defaultValue instanceof TomlArray) {
                continue;
            }
            Class<?> type = defaultValue instanceof Number ? Number.class : defaultValue.getClass();
            values.put(key, type.isInstance(written.get(key)) ? written.get(key) : defaultValue);
        }
        environment.forEach((key, variable) -> values.put(key, System.getenv(variable)));
        return values;
    }

    private static Map<String, Integer> linesOf(TomlParseResult written) {
        return written
            .dottedKeySet(true)
            .stream()
            .collect(Collectors.toMap(key -> key, key -> written.inputPositionOf(key).line()));
    }
}
