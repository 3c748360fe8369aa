package io.github.featurecontrol.api;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The API for other plugins of the proxy: what is blocked on this network. Every method may be called on any
 * thread, and none blocks: results are read from memory, or returned as a future. The lists are those from
 * which mods are answered: the last known ones while Redis is unreachable. After a reload to another Redis,
 * database or key prefix, they are the previous ones until the new ones are loaded.
 */
public interface FeatureControlApi {
    /**
     * Returns the API of the plugin on this proxy. Available after the plugin's {@code ProxyInitializeEvent}.
     *
     * @return empty if the plugin is not installed
     */
    static Optional<FeatureControlApi> of(ProxyServer proxy) {
        return proxy
            .getPluginManager()
            .getPlugin("feature-control")
            .map(plugin -> plugin.getInstance().orElse(null))
            .filter(Provider.class::isInstance)
            .map(plugin -> ((Provider) plugin).api());
    }

    /** Implemented by the plugin's main class. */
    interface Provider {
        FeatureControlApi api();
    }

    /** Whether the lists are loaded. Never becomes false again. */
    boolean isLoaded();

    /** Returns a future that completes when the lists are loaded, on a thread of the common pool. */
    CompletableFuture<Void> loaded();

    /**
     * Returns the features that are blocked for every client, as an immutable snapshot.
     *
     * @throws IllegalStateException if the lists are not loaded, as no feature may be assumed to be free then
     */
    Set<String> globalBlocklist();

    /**
     * Returns the features in the personal list of one client, as an immutable snapshot. Empty if it has
     * none.
     *
     * @param client the identifier of a mod, such as {@code my-mod}
     * @throws IllegalStateException if the lists are not loaded
     */
    Set<String> personalBlocklist(String client);

    /**
     * Whether a feature is in the global list or in the personal list. Does not consider the player; see
     * {@link #check}.
     *
     * @throws IllegalStateException if the lists are not loaded
     */
    default boolean isBlocked(String client, String feature) {
        return globalBlocklist().contains(feature) || personalBlocklist(client).contains(feature);
    }

    /**
     * Computes the answer that the mod of this player would get now, without using the player's permit.
     *
     * @return the blocked features in the given order, without duplicates; completes exceptionally if the
     * lists are not loaded, or the plugin is stopping
     */
    CompletableFuture<List<String>> check(Player player, String client, Collection<String> features);

    /** Adds a listener that is called after each change of a list, on a dedicated thread. */
    Registration onListChange(Consumer<ListChange> listener);

    /**
     * Adds a listener that is called after each answer or event sent to a player, on a dedicated thread.
     * There may be thousands of answers a second: if the listener is slow, events are dropped.
     */
    Registration onAnswer(Consumer<Answer> listener);
}
