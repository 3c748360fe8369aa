package io.github.featurecontrol.sdk;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The core of the library: checks the connection at each tick, and delivers the known answers to
 * all mods. A new connection object starts a new session. Events of the loader are not used for that, as
 * loaders drop some of them and differ in others.
 */
final class Core {

    private static final int MAX_NETWORKS = 16;
    /**
     * More than needed, as a server sends one answer at a time, and an event in 40 ms. It may send
     * anything.
     */
    private static final int MAX_MESSAGES = 64;
    /** More than needed, as messages to clients are as small as those from clients. */
    private static final int MAX_BYTES = 1 << 20;

    private final Registry registry;
    private final Transport transport;
    private final LongSupplier clockMs;
    /** By address, so that leaving a network and joining it again does not unblock features. */
    private final Map<String, Network> networks = new LinkedHashMap<>(MAX_NETWORKS, 1, true);
    /** Those received since the last tick, each with its connection. */
    private final BlockingQueue<Map.Entry<Object, byte[]>> messages = new LinkedBlockingQueue<>(MAX_MESSAGES);
    private final AtomicBoolean isTicking = new AtomicBoolean();
    private Session session;

    /** @param clockMs a monotonic clock in milliseconds, with any origin */
    Core(Registry registry, Transport transport, LongSupplier clockMs) {
        this.registry = registry;
        this.transport = transport;
        this.clockMs = clockMs;
    }

    void receive(Object connection, byte[] content) {
        if (content.length > MAX_BYTES) return;
        // Drops the oldest message: if it was an event, the revision of the next one reveals the gap.
        while (!messages.offer(new SimpleImmutableEntry<>(connection, content))) messages.poll();
    }

    /** Ignores nested calls, which occur if a listener makes the client tick. */
    void tick() {
        if (!isTicking.compareAndSet(false, true)) return;
        try {
            tickOnce();
        } finally {
            isTicking.set(false);
        }
    }

    private void tickOnce() {
        List<Map.Entry<Object, byte[]>> received = new ArrayList<>();
        messages.drainTo(received);
        Object connection = transport.connection();
        List<ModEntry> mods = registry.mods();
        if (connection == null) {
            session = null;
            for (ModEntry mod : mods) mod.deliverUnblocked();
        } else {
            long now = clockMs.getAsLong();
            boolean isNew = session == null || session.connection != connection;
            if (isNew) session = new Session(connection, networkAt(transport.network()));
            for (Map.Entry<Object, byte[]> message : received) {
                Object source = message.getKey();
                boolean isCurrent = source == connection || (source == null && !isNew);
                if (isCurrent) session.receive(message.getValue(), now);
            }
            session.tick(transport, mods, now);
        }
    }

    /** @param address null if it is unknown, in which case the answers are not kept */
    private Network networkAt(String address) {
        if (address == null) return new Network();
        Network network = networks.computeIfAbsent(address, absent -> new Network());
        if (networks.size() > MAX_NETWORKS) networks.remove(networks.keySet().iterator().next());
        return network;
    }
}
