package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A registered mod. Every method may be called on any thread, and returns without blocking. */
public final class ModFeatures {

    private final String client;
    private final Map<String, Feature> features;
    private final boolean failsClosed;
    private final boolean asksUnannounced;
    private final Registry registry;
    /** The number of checks requested so far; each delivery contains the number of checks served. */
    private final AtomicLong requested = new AtomicLong();
    /** What completes the checks that are not served yet, by their number. */
    private final NavigableMap<Long, Runnable> pending = new TreeMap<>();
    private volatile boolean isKnown;

    ModFeatures(ModBuilder declared, Registry registry) {
        client = declared.client;
        features = new LinkedHashMap<>(declared.features);
        failsClosed = declared.failsClosed;
        asksUnannounced = declared.asksUnannounced;
        this.registry = registry;
    }

    /**
     * Returns whether the feature must be hidden now, completely: menus, key bindings, settings, hints. This
     * is a volatile read, cheap enough for every frame.
     *
     * @param feature a declared feature
     * @return true while the feature is blocked
     * @throws IllegalArgumentException if the feature was not declared
     */
    public boolean isBlocked(String feature) {
        return declared(feature).isBlocked;
    }

    /**
     * Returns whether {@link #isBlocked} is based on an answer of the network that the player is on, received
     * on this connection or on an earlier one since the game was started.
     *
     * @return false on servers without feature control, in single player, and before the first answer
     */
    public boolean isKnown() {
        return isKnown;
    }

    /**
     * Asks the network again. Call it when the player is about to enable a feature. Concurrent calls share
     * one request, and an answer received within the last 10 seconds is reused. Call it from
     * JoinGame on: earlier, and in single player, it may be completed without a request. Do not wait for the
     * future on the client's main thread, which completes it. On another thread, attach continuations with
     * {@code thenAcceptAsync} and an executor: the future may be complete already, and {@code thenAccept}
     * then runs on the calling thread.
     *
     * @param feature a declared feature
     * @return a future of whether the feature is blocked. It is completed within 15 seconds, on the client's
     *     main thread, and never exceptionally. If no answer arrives, its value is that of
     *     {@link #isBlocked} at that time
     * @throws IllegalArgumentException if the feature was not declared
     */
    public CompletableFuture<Boolean> check(String feature) {
        Feature checked = declared(feature);
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        synchronized (pending) {
            pending.put(requested.incrementAndGet(), () -> result.complete(checked.isBlocked));
        }
        // Without a claim, there are no deliveries. Read only now, because it may be released meanwhile.
        if (!registry.isClaimed()) complete(requested.get());
        return result;
    }

    private Feature declared(String feature) {
        Feature found = features.get(feature);
        if (found != null) return found;
        throw new IllegalArgumentException(
            client +
                " has not declared the feature " +
                feature +
                ", but " +
                String.join(", ", features.keySet())
        );
    }

    String client() {
        return client;
    }

    ModEntry asEntry() {
        return ModEntry.of(
            client,
            new ArrayList<>(features.keySet()),
            asksUnannounced,
            requested::get,
            this::deliver
        );
    }

    /** @param delivery the parameters of {@link ModEntry#deliver} */
    @SuppressWarnings("unchecked")
    private void deliver(Object[] delivery) {
        boolean isUndecided = (Boolean) delivery[0] && failsClosed;
        Map<String, Boolean> answers = (Map<String, Boolean>) delivery[1];
        List<Feature> changed = new ArrayList<>();
        for (Feature feature : features.values()) {
            boolean isBlocked = answers.getOrDefault(feature.name, isUndecided);
            if (isBlocked != feature.isBlocked) changed.add(feature);
            feature.isBlocked = isBlocked;
        }
        isKnown = answers.keySet().containsAll(features.keySet());
        // Only now, because a listener may read the state of every feature.
        for (Feature feature : changed) feature.notifyListener();
        complete((Long) delivery[2]);
    }

    /** @param served the number of checks that are served by now */
    private void complete(long served) {
        for (Runnable check : takeServed(served)) ErrorLogging.run("a check of " + client, check);
    }

    private List<Runnable> takeServed(long served) {
        synchronized (pending) {
            Map<Long, Runnable> taken = pending.headMap(served, true);
            List<Runnable> checks = new ArrayList<>(taken.values());
            taken.clear();
            return checks;
        }
    }
}
