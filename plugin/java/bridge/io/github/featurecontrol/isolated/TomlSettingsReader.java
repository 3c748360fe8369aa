package io.github.featurecontrol.isolated;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.featurecontrol.OwnJar;
import io.github.featurecontrol.Settings;
import io.github.featurecontrol.SettingsReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/**
 * Reads {@code config.toml}. If the file does not exist, it is created from the default settings in the jar.
 */
public final class TomlSettingsReader implements SettingsReader {
    /** The environment variables that override settings, by dotted key. Empty variables are ignored. */
    private static final Map<String, String> VARIABLES = Map.of(
            "redis.url", "REDIS_URL",
            "redis.key-prefix", "KEY_PREFIX",
            "redis.ca-file", "REDIS_CA_FILE",
            "channel.namespace", "FC_CHANNEL_NAMESPACE",
            "libraries.mirror", "FC_LIBRARIES_MIRROR");

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
        // Relative to the folder of the configuration. An empty name resolves to that folder, which is not a
        // file.
        Path caFile = file.resolveSibling((String) values.get("redis.ca-file"));
        boolean isReadable = Files.isRegularFile(caFile) && Files.isReadable(caFile);
        String caCertificates = isReadable ? Files.readString(caFile, ISO_8859_1) : "";
        return new Settings(
                defaults.toJson(), written.toJson(), caCertificates, linesOf(written), environment, values);
    }

    private static void refuseErrors(Path file, TomlParseResult written) throws IOException {
        for (TomlParseError error : written.errors()) {
            // An unexpected text is not logged: it may be the rest of a password that contains a quote.
            String message = error.getMessage().replaceFirst("^(Unexpected )'[^'\\\\]{2,}'", "$1text");
            throw new IOException(file.getFileName() + ", line " + error.position().line() + ": " + message);
        }
    }

    /**
     * Merges the sources: the environment overrides the file, and the file overrides the defaults if its
     * value has the type of the default.
     */
    private static Map<String, Object> merge(
            TomlParseResult defaults, TomlParseResult written, Map<String, String> environment) {
        Map<String, Object> values = new HashMap<>();
        for (String key : defaults.dottedKeySet()) {
            Object defaultValue = defaults.get(key);
            Class<?> type = defaultValue instanceof Number ? Number.class : defaultValue.getClass();
            values.put(key, type.isInstance(written.get(key)) ? written.get(key) : defaultValue);
        }
        environment.forEach((key, variable) -> values.put(key, System.getenv(variable)));
        return values;
    }

    private static Map<String, Integer> linesOf(TomlParseResult written) {
        return written.dottedKeySet(true).stream()
                .collect(Collectors.toMap(key -> key, key -> written.inputPositionOf(key).line()));
    }
}
