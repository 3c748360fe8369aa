package io.github.featurecontrol;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Stands between the bridge and the library that reads the configuration's format, which is loaded in
 * isolation.
 */
public interface SettingsReader {
    /**
     * @param file in a folder that is there
     * @throws IOException of which {@link Reason} makes one line for the operator, naming the file's line
     *     where it can
     * @throws java.nio.file.InvalidPathException where a setting that names a file cannot do so
     */
    Settings read(Path file) throws IOException;
}
