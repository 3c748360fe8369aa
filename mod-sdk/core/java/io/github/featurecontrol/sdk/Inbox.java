package io.github.featurecontrol.sdk;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The messages received on the channel since the last tick. Bounded, as a server may send anything. */
final class Inbox {
    /** Far more than needed: a server sends one answer at a time, and at most one event in 50 ms. */
    private static final int MAX_MESSAGES = 64;
    /** Far more than needed: messages to clients are as small as those from clients. */
    private static final int MAX_BYTES = 1 << 20;

    private final List<Map.Entry<Object, byte[]>> messages = new ArrayList<>();

    /** @param connection the connection on which the message was received */
    synchronized void add(Object connection, byte[] content) {
        if (content.length > MAX_BYTES) return;
        // Drops the oldest message: if it was an event, the revision of the next one reveals the gap.
        if (messages.size() == MAX_MESSAGES) messages.remove(0);
        messages.add(new SimpleImmutableEntry<>(connection, content));
    }

    synchronized List<Map.Entry<Object, byte[]>> takeAll() {
        if (messages.isEmpty()) return Collections.emptyList();
        List<Map.Entry<Object, byte[]>> taken = new ArrayList<>(messages);
        messages.clear();
        return taken;
    }
}
