package io.github.featurecontrol;

import com.velocitypowered.api.proxy.Player;
import io.github.featurecontrol.api.Answer;
import io.github.featurecontrol.api.FeatureControlApi;
import io.github.featurecontrol.api.ListChange;
import io.github.featurecontrol.api.Registration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Publishes the lists of the script to other plugins. Until a plugin requests the API, nothing is published,
 * and there is no cost.
 */
public final class PublishedLists implements FeatureControlApi {

    private static final long CHECK_MS = 5000;

    private final Executor script;
    private final Listeners<ListChange> changes = new Listeners<>();
    private final Listeners<Answer> answers = new Listeners<>();
    private final Map<String, Set<String>> personal = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();
    private volatile Set<String> global = Set.of();
    /** Used only on the script thread. Nothing until the script is connected. */
    private Runnable used = () -> {};
    /** Used only on the script thread. Until the script is connected, the lists are not known. */
    private Checker checker = (player, client, features) -> null;
    /** Used only on the script thread. */
    private boolean isUsed;

    /** A function of the script. */
    @FunctionalInterface
    public interface Checker {
        /** @return the blocked features; null if the lists are not loaded */
        String[] check(Player player, String client, String[] features);
    }

    PublishedLists(Executor script) {
        this.script = script;
    }

    /** Called when another plugin requests the API, on any thread. */
    PublishedLists use() {
        script.execute(() -> {
            if (!isUsed) {
                isUsed = true;
                used.run();
            }
        });
        return this;
    }

    /**
     * Called by the script. Both functions are called on the script thread.
     *
     * @param whenUsed called once, when another plugin has requested the API
     */
    public void connect(Runnable whenUsed, Checker answering) {
        used = whenUsed;
        checker = answering;
        if (isUsed) {
            used.run();
        }
    }

    /**
     * Called by the script.
     * @param client null for the global list
     * @param features each once
     */
    public void replace(String client, String[] features) {
        Set<String> after = Set.of(features);
        Set<String> before = client == null ? global : personal.getOrDefault(client, Set.of());
        if (before.equals(after)) {
            return;
        }
        if (client == null) {
            global = after;
        } else if (after.isEmpty()) {
            personal.remove(client);
        } else {
            personal.put(client, after);
        }
        if (loaded.isDone() && !changes.isEmpty()) {
            changes.publish(new ListChange(Optional.ofNullable(client), before, after));
        }
    }

    /** Called by the script. */
    public Set<String> clients() {
        return personal.keySet();
    }

    /** Called by the script when all lists are published. */
    public void markLoaded() {
        loaded.completeAsync(() -> null);
    }

    /** Called by the script after an answer, once a plugin uses the API. */
    public void answered(Player player, String client, String[] features, String[] blocked) {
        if (!answers.isEmpty()) {
            answers.publish(new Answer(player, client, List.of(features), List.of(blocked)));
        }
    }

    @Override
    public boolean isLoaded() {
        return loaded.isDone();
    }

    @Override
    public CompletableFuture<Void> loaded() {
        return loaded.copy();
    }

    @Override
    public Set<String> globalBlocklist() {
        requireLoaded();
        return global;
    }

    @Override
    public Set<String> personalBlocklist(String client) {
        requireLoaded();
        return personal.getOrDefault(client, Set.of());
    }

    private void requireLoaded() {
        if (!loaded.isDone()) {
            throw new IllegalStateException("the lists are not known yet: wait for loaded()");
        }
    }

    @Override
    public CompletableFuture<List<String>> check(Player player, String client, Collection<String> features) {
        String[] copy = features.toArray(String[]::new);
        return (
            CompletableFuture.supplyAsync(() -> checker.check(player, client, copy), script)
                // On another thread, which then runs the handlers of other plugins.
                .handleAsync((blocked, failure) -> {
                    if (blocked == null) {
                        throw new IllegalStateException("the lists are not known yet", failure);
                    }
                    return List.of(blocked);
                })
                // The script thread drops tasks after its end.
                .orTimeout(CHECK_MS, TimeUnit.MILLISECONDS)
        );
    }

    @Override
    public Registration onListChange(Consumer<ListChange> listener) {
        return changes.add(listener);
    }

    @Override
    public Registration onAnswer(Consumer<Answer> listener) {
        return answers.add(listener);
    }
}
