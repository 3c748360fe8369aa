package io.github.featurecontrol.sdk;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What came on the channel since the last tick, bounded: a server may send anything. */
final class Inbox {
    /** The server sends one answer at a time and one event in 50 ms, so this is many times what is needed. */
    private static final int MOST_MESSAGES = 64;
    /** What this protocol sends to clients is as small as what it takes from them. */
    private static final int MOST_BYTES = 1 << 20;

    private final List<Map.Entry<Object, byte[]>> messages = new ArrayList<>();

    /** @param connection on which it came */
    synchronized void add(Object connection, byte[] content) {
        if (content.length <= MOST_BYTES && messages.size() < MOST_MESSAGES)
            messages.add(new SimpleImmutableEntry<>(connection, content));
    }

    synchronized List<Map.Entry<Object, byte[]>> takeAll() {
        if (messages.isEmpty()) return Collections.emptyList();
        List<Map.Entry<Object, byte[]>> taken = new ArrayList<>(messages);
        messages.clear();
        return taken;
    }
}
