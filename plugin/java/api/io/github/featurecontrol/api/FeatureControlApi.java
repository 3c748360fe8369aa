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
 * What is blocked on this network, for other plugins of the proxy. Every method may be called on any thread,
 * and none of them waits: what they return is read from memory, or comes later as a future. Lists are those
 * that mods are answered from: as last read, also while Redis is unreachable.
 */
public interface FeatureControlApi {
    /**
     * The API of the plugin on this proxy, from its {@code ProxyInitializeEvent} on.
     *
     * @return empty where the plugin is not installed
     */
    static Optional<FeatureControlApi> of(ProxyServer proxy) {
        return proxy.getPluginManager().getPlugin("feature-control")
                .map(plugin -> plugin.getInstance().orElse(null))
                .filter(Provider.class::isInstance)
                .map(plugin -> ((Provider) plugin).api());
    }

    /** What the plugin itself is. */
    interface Provider {
        FeatureControlApi api();
    }

    /** Whether the lists are known. Never becomes false again. */
    boolean isLoaded();

    /** Completes, on a thread of the plugin, when the lists are known. */
    CompletableFuture<Void> loaded();

    /**
     * The features that are blocked for every client. A snapshot: it does not change any more.
     *
     * @throws IllegalStateException where the lists are not known yet, as nothing must be taken for free then
     */
    Set<String> globalBlocklist();

    /**
     * The features that are blocked for one client besides the global ones; empty where none are. A snapshot.
     *
     * @param client the identifier of a mod, such as {@code my-mod}
     * @throws IllegalStateException where the lists are not known yet
     */
    Set<String> personalBlocklist(String client);

    /**
     * Whether a feature is in the global or in the personal list. What depends on a player is for
     * {@link #check} to say.
     *
     * @throws IllegalStateException where the lists are not known yet
     */
    default boolean isBlocked(String client, String feature) {
        return globalBlocklist().contains(feature) || personalBlocklist(client).contains(feature);
    }

    /**
     * What the client of this player would be answered now, without using the player's permit.
     *
     * @return the blocked features in their order, each once; completed exceptionally where the lists are not
     *     known, or the plugin is stopping
     */
    CompletableFuture<List<String>> check(Player player, String client, Collection<String> features);

    /** Has the listener called after a list has changed, on a thread of the plugin that does nothing else. */
    Registration onListChange(Consumer<ListChange> listener);

    /**
     * Has the listener called after a player was answered, or sent an event, on a thread of the plugin that
     * does nothing else. Answers are counted by thousands: be quick, or events are dropped.
     */
    Registration onAnswer(Consumer<Answer> listener);
}
