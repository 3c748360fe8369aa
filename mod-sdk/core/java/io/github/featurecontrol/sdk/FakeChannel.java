package io.github.featurecontrol.sdk;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands in for a network in the unit tests of a mod, where there is no game:
 *
 * <pre>{@code
 * FakeChannel.block("my-mod", "minimap");
 * assertTrue(screenIsWithoutMinimap());
 * }</pre>
 *
 * Listeners and futures of {@link ModFeatures#check} are called as in a game.
 */
public final class FakeChannel {
    private FakeChannel() {}

    /**
     * Acts as if the network had answered that these features of a mod are blocked, and its others are not.
     *
     * @param client the identifier of a registered mod
     * @param features none if nothing is blocked
     * @throws IllegalArgumentException if no mod with that identifier is registered
     */
    public static void block(String client, String... features) {
        Collection<String> blocked = Arrays.asList(features);
        for (ModEntry mod : Registry.shared().mods()) {
            if (!mod.client().equals(client)) continue;
            Map<String, Boolean> answers = new HashMap<>();
            for (String feature : mod.features()) answers.put(feature, blocked.contains(feature));
            mod.deliver(true, answers, mod.requested());
            return;
        }
        throw new IllegalArgumentException(client + " is not registered");
    }

    /** Acts as if the player had left the network: nothing is blocked, and nothing is known. */
    public static void leave() {
        Registry.shared().release();
    }
}
