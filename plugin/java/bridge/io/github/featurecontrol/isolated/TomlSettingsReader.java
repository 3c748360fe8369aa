package io.github.featurecontrol.isolated;

import io.github.featurecontrol.Settings;
import io.github.featurecontrol.SettingsReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** Reads {@code config.toml}, which it writes first where there is none: the defaults that the jar carries are that file. */
public final class TomlSettingsReader implements SettingsReader {
    private static final String DEFAULTS = "/META-INF/feature-control/config.toml";
    /** By dotted key, the variable of the environment that wins over it. */
    private static final Map<String, String> VARIABLES = Map.of(
            "redis.url", "REDIS_URL", "redis.key-prefix", "KEY_PREFIX", "channel.namespace", "FC_CHANNEL_NAMESPACE", "libraries.mirror", "FC_LIBRARIES_MIRROR");

    @Override
    public Settings read(Path file) throws IOException {
        if (Files.notExists(file)) writeDefaults(file);
        TomlTable written = parse(file);
        try (InputStream stream = Settings.class.getResourceAsStream(DEFAULTS)) {
            TomlTable defaults = Toml.parse(stream);
            Map<String, String> environment = new HashMap<>(VARIABLES);
            environment.values().removeIf(variable -> System.getenv(variable) == null);
            return new Settings(defaults.toJson(), written.toJson(), lines(written), environment, values(defaults, written, environment));
        }
    }

    private static void writeDefaults(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream stream = Settings.class.getResourceAsStream(DEFAULTS)) {
            Files.copy(stream, file);
        }
    }

    private static TomlTable parse(Path file) throws IOException {
        TomlParseResult result = Toml.parse(file);
        if (!result.hasErrors()) return result;
        TomlParseError error = result.errors().get(0);
        throw new IOException(file.getFileName() + ", line " + error.position().line() + ": " + error.getMessage());
    }

    private static Map<String, Integer> lines(TomlTable written) {
        Map<String, Integer> lines = new HashMap<>();
        for (String key : written.dottedKeySet(true)) lines.put(key, written.inputPositionOf(key).line());
        return lines;
    }

    private static Map<String, Object> values(TomlTable defaults, TomlTable written, Map<String, String> environment) {
        Map<String, Object> values = new HashMap<>();
        for (String key : defaults.dottedKeySet()) {
            Object standard = defaults.get(key);
            Object chosen = valueIn(written, key);
            values.put(key, standard.getClass().isInstance(chosen) ? chosen : standard);
        }
        environment.forEach((key, variable) -> values.put(key, System.getenv(variable)));
        return values;
    }

    /** @return null where it is not there, or where what should be a table is none */
    private static Object valueIn(TomlTable table, String key) {
        int dot = key.indexOf('.');
        if (dot < 0) return table.get(key);
        return table.get(key.substring(0, dot)) instanceof TomlTable inner ? valueIn(inner, key.substring(dot + 1)) : null;
    }
}
