package standin.plugins;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.velocitypowered.api.plugin.PluginDescription;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/** The velocity-plugin.json of a jar. */
record JarDescription(JsonObject json, Path jar) implements PluginDescription {
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-_]{0,63}");

    /** @throws IllegalArgumentException for a jar that Velocity would reject */
    static JarDescription read(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry("velocity-plugin.json");
            if (entry == null) {
                throw new IllegalArgumentException(jar + " contains no velocity-plugin.json");
            }
            try (Reader reader = new InputStreamReader(file.getInputStream(entry), StandardCharsets.UTF_8)) {
                JarDescription description =
                        new JarDescription(JsonParser.parseReader(reader).getAsJsonObject(), jar);
                if (!ID.matcher(description.getId()).matches()) {
                    throw new IllegalArgumentException(description.getId() + " is not a valid plugin id");
                }
                return description;
            }
        }
    }

    String mainClass() {
        return text("main").orElseThrow(() -> new IllegalArgumentException(jar + " names no main class"));
    }

    @Override
    public String getId() {
        return text("id").orElseThrow(() -> new IllegalArgumentException(jar + " has no id"));
    }

    @Override
    public Optional<String> getName() {
        return text("name");
    }

    @Override
    public Optional<String> getVersion() {
        return text("version");
    }

    @Override
    public Optional<Path> getSource() {
        return Optional.of(jar);
    }

    private Optional<String> text(String member) {
        return json.has(member) ? Optional.of(json.get(member).getAsString()) : Optional.empty();
    }
}
