package standin.plugins;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.velocitypowered.api.plugin.PluginDescription;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The velocity-plugin.json of a jar. */
record JarDescription(JsonObject json, Path jar) implements PluginDescription {
    static JarDescription read(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            String json = Files.readString(files.getPath("velocity-plugin.json"));
            return new JarDescription(JsonParser.parseString(json).getAsJsonObject(), jar);
        }
    }

    String mainClass() {
        return json.get("main").getAsString();
    }

    @Override
    public String getId() {
        return json.get("id").getAsString();
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
