package io.github.featurecontrol;

import java.io.IOException;
import java.nio.file.Path;

/** Stands between the bridge and the library that reads the configuration's format, which is loaded in isolation. */
public interface SettingsReader {
    /** @throws IOException whose message is one line for the operator, naming the file's line where it can be named */
    Settings read(Path file) throws IOException;
}
