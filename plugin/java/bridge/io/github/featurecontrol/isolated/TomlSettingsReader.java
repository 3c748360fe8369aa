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

/** Reads {@code config.toml}, which it writes first where there is none: the jar's defaults are that file. */
public final class TomlSettingsReader implements SettingsReader {
    /** By dotted key, the variable of the environment that wins over it, unless it is empty. */
    private static final Map<String, String> VARIABLES = Map.of(
            "redis.url", "REDIS_URL",
            "redis.key-prefix", "KEY_PREFIX",
            "redis.ca-file", "REDIS_CA_FILE",
            "channel.namespace", "FC_CHANNEL_NAMESPACE",
            "libraries.mirror", "FC_LIBRARIES_MIRROR");

    @Override
    public Settings read(Path file) throws IOException {
        String standard = OwnJar.text(OwnJar.PROGRAM + "config.toml");
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a folder, and no file");
        }
        // Most of it is comments, in whole lines, and to read those takes as long as the rest.
        TomlParseResult defaults = Toml.parse(standard.replaceAll("(?m)^#.*", ""));
        String text = OwnJar.edited(file, standard);
        TomlParseResult written = text.equals(standard) ? defaults : Toml.parse(text);
        refuseErrors(file, written);
        Map<String, String> environment = new HashMap<>(VARIABLES);
        environment.values().removeIf(variable -> System.getenv().getOrDefault(variable, "").isEmpty());
        Map<String, Object> values = merge(defaults, written, environment);
        // Relative to the folder of the configuration. An empty name is that folder, and so no file.
        Path authority = file.resolveSibling((String) values.get("redis.ca-file"));
        boolean isThere = Files.isRegularFile(authority) && Files.isReadable(authority);
        String certificates = isThere ? Files.readString(authority, ISO_8859_1) : "";
        return new Settings(
                defaults.toJson(), written.toJson(), certificates, linesOf(written), environment, values);
    }

    private static void refuseErrors(Path file, TomlParseResult written) throws IOException {
        for (TomlParseError error : written.errors()) {
            // What is not understood may be the rest of a password with a quote in it.
            String message = error.getMessage().replaceFirst("^(Unexpected )'[^'\\\\]{2,}'", "$1text");
            throw new IOException(file.getFileName() + ", line " + error.position().line() + ": " + message);
        }
    }

    /**
     * The environment wins over the file, and that over the defaults where it has a value of the default's
     * type.
     */
    private static Map<String, Object> merge(
            TomlParseResult defaults, TomlParseResult written, Map<String, String> environment) {
        Map<String, Object> values = new HashMap<>();
        for (String key : defaults.dottedKeySet()) {
            Object standard = defaults.get(key);
            Class<?> type = standard instanceof Number ? Number.class : standard.getClass();
            values.put(key, type.isInstance(written.get(key)) ? written.get(key) : standard);
        }
        environment.forEach((key, variable) -> values.put(key, System.getenv(variable)));
        return values;
    }

    private static Map<String, Integer> linesOf(TomlParseResult written) {
        return written.dottedKeySet(true).stream()
                .collect(Collectors.toMap(key -> key, key -> written.inputPositionOf(key).line()));
    }
}
