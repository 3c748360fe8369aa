package com.velocitypowered.api.plugin;

import java.nio.file.Path;
import java.util.Optional;

/** The contents of a plugin's velocity-plugin.json. */
public interface PluginDescription {
    String getId();

    Optional<String> getName();

    Optional<String> getVersion();

    /** The jar that the plugin was loaded from. */
    Optional<Path> getSource();
}
