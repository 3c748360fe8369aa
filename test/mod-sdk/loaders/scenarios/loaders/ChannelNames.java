package loaders;

import java.util.LinkedHashSet;
import java.util.Set;

/** How loaders read the names of channels on minecraft:register. */
final class ChannelNames {
    private ChannelNames() {}

    /** Only what a NUL follows, as Forge until 1.20.1 and NeoForge until 1.20.3 have it. */
    static Set<String> terminated(String content) {
        int end = content.lastIndexOf('\0');
        return separated(end < 0 ? "" : content.substring(0, end));
    }

    /** Between NULs, the last with or without one. */
    static Set<String> separated(String content) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : content.split("\0")) if (!name.isEmpty()) names.add(name);
        return names;
    }
}
