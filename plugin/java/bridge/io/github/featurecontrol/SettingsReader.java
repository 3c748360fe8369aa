package io.github.featurecontrol;

import java.io.IOException;
import java.nio.file.Path;

/** Reads the settings. The implementation and its TOML library are loaded by an isolated class loader. */
public interface SettingsReader {
    /**
     * @param file in an existing folder
     * @throws IOException that {@link Reason} converts to one line for the operator, with the line of the
     * file if it is known
     */
    Settings read(Path file) throws IOException;
}
