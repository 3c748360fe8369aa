package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * One copy's core: follows the connection from tick to tick, and delivers to all mods what is known. A
 * session ends and begins with the connection object, by no event of a loader, as those are dropped or
 * differ.
 */
final class Core {
    private static final int MOST_NETWORKS = 16;

    private final Registry registry;
    private final int version;
    private final LongSupplier clockMs;
    /** By address: leaving a network and coming back frees nothing in the meantime. */
    private final Map<String, Network> networks = new LinkedHashMap<>(MOST_NETWORKS, 1, true);
    private final Inbox inbox = new Inbox();
    private final AtomicBoolean isTicking = new AtomicBoolean();
    private Session session;

    Core(Registry registry) {
        this(registry, Registry.VERSION, () -> System.nanoTime() / 1_000_000);
    }

    /** @param clockMs milliseconds that never go back, from any beginning */
    Core(Registry registry, int version, LongSupplier clockMs) {
        this.registry = registry;
        this.version = version;
        this.clockMs = clockMs;
    }

    int version() {
        return version;
    }

    void receive(Object connection, byte[] content) {
        inbox.add(connection, content);
    }

    /** A listener that makes the client tick again within this tick is not followed. */
    void tick() {
        if (!isTicking.compareAndSet(false, true)) return;
        try {
            Transport transport = registry.transport();
            if (transport != null) tick(transport);
        } finally {
            isTicking.set(false);
        }
    }

    private void tick(Transport transport) {
        List<Map.Entry<Object, byte[]>> messages = inbox.takeAll();
        Object connection = transport.connection();
        List<ModEntry> mods = new ArrayList<>();
        for (Object mod : registry.mods()) mods.add(new ModEntry(Registry.asMap(mod)));
        if (connection == null) {
            session = null;
            for (ModEntry mod : mods) mod.deliver(false, Collections.emptyMap(), mod.requested());
            return;
        }
        long now = clockMs.getAsLong();
        boolean isNew = session == null || session.connection != connection;
        if (isNew) session = new Session(connection, networkAt(transport.network()));
        for (Map.Entry<Object, byte[]> message : messages) {
            Object cameOn = message.getKey();
            if (cameOn == connection || cameOn == null && !isNew) session.receive(message.getValue(), now);
        }
        session.tick(transport, mods, now);
    }

    /** @param address null where it is not known: nothing is kept then */
    private Network networkAt(String address) {
        if (address == null) return new Network();
        Network network = networks.computeIfAbsent(address, absent -> new Network());
        if (networks.size() > MOST_NETWORKS) networks.remove(networks.keySet().iterator().next());
        return network;
    }
}
