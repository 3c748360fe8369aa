package loaders;

import java.util.LinkedHashSet;
import java.util.Set;

/** Parses the channel names of a message on minecraft:register, as loaders do. */
final class ChannelNames {

    private ChannelNames() {}

    /** Returns only the names that a NUL follows, like Forge up to 1.20.1 and NeoForge up to 1.20.3. */
    static Set<String> terminated(String content) {
        int end = content.lastIndexOf('\0');
        return separated(end < 0 ? "" : content.substring(0, end));
    }

    /** Returns all names, which are separated by NUL, with or without a final NUL. */
    static Set<String> separated(String content) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : content.split("\0")) if (!name.isEmpty()) names.add(name);
        return names;
    }
}
