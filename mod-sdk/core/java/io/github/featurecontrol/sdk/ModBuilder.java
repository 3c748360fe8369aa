package io.github.featurecontrol.sdk;

import java.util.LinkedHashMap;
import java.util.Map;

/** Declares a mod: its features, and what applies before a network has answered. Not thread-safe. */
public final class ModBuilder {

    private static final int MAX_CLIENT_LENGTH = 128;
    private static final int MAX_FEATURE_LENGTH = 256;
    private static final FeatureListener NO_LISTENER = isBlocked -> {};

    final String client;
    final Map<String, Feature> features = new LinkedHashMap<>();
    boolean failsClosed;
    boolean asksUnannounced = true;
    private final Registry registry;

    ModBuilder(String client, Registry registry) {
        this.client = checked("the mod's identifier", client, MAX_CLIENT_LENGTH);
        this.registry = registry;
    }

    /**
     * Declares a feature without a listener. The mod reads its state with {@link ModFeatures#isBlocked}.
     *
     * @param feature the name by which admins block the feature; case-sensitive; 1 to 256 characters
     * @return this builder
     * @throws IllegalArgumentException if the name is empty, too long, not valid Unicode, or already declared
     */
    public ModBuilder feature(String feature) {
        return feature(feature, NO_LISTENER);
    }

    /**
     * Declares a feature with a listener for its changes. A feature is unblocked at first; the listener is
     * called when that changes, and not before.
     *
     * @param feature as in {@link #feature(String)}
     * @param listener called on the client's main thread, within its tick
     * @return this builder
     * @throws IllegalArgumentException if the name is empty, too long, not valid Unicode, or already
     *     declared, or if the listener is null
     */
    public ModBuilder feature(String feature, FeatureListener listener) {
        if (listener == null) throw new IllegalArgumentException("the listener of " + feature + " is null");
        checked("a feature of " + client, feature, MAX_FEATURE_LENGTH);
        if (features.put(feature, new Feature(feature, listener)) != null) throw new IllegalArgumentException(
            client + " declares the feature " + feature + " twice"
        );
        return this;
    }

    /**
     * Blocks every feature until the network has answered, as long as it has, or may have, feature control.
     * Without this setting, features are unblocked until the first answer. If the network turns out not to
     * have feature control, features are unblocked in either case.
     *
     * @return this builder
     */
    public ModBuilder failClosed() {
        failsClosed = true;
        return this;
    }

    /**
     * Sends requests only to servers that are known to have the channel, because they have announced it or
     * have answered before. This matters on loaders that cannot detect announcements: without this setting,
     * the library sends one request there after JoinGame. Use it for servers that disconnect clients for
     * unknown channels.
     *
     * @return this builder
     */
    public ModBuilder onlyWhereAnnounced() {
        asksUnannounced = false;
        return this;
    }

    /**
     * Registers the mod. From the next tick on, the library asks each network that the player joins for the
     * mod's blocked features.
     *
     * @return the registered mod, from which the state of its features is read
     * @throws IllegalStateException if the mod declares no feature, or its identifier is already registered
     */
    public ModFeatures register() {
        if (features.isEmpty()) throw new IllegalStateException(client + " declares no feature");
        ModFeatures registered = new ModFeatures(this, registry);
        if (!registry.add(registered.asEntry())) throw new IllegalStateException(
            client + " is registered already: a mod registers once, with all features"
        );
        return registered;
    }

    /**
     * Validates a name by the rules of the protocol (G13, G38, G39). Lengths are counted in code points.
     *
     * @throws IllegalArgumentException if the name breaks a rule, which the message explains
     */
    private static String checked(String label, String name, int maxLength) {
        if (name == null || name.isEmpty()) throw new IllegalArgumentException(label + " must not be empty");
        if (name.codePointCount(0, name.length()) > maxLength) throw new IllegalArgumentException(
            label + " has more than " + maxLength + " characters: " + name
        );
        for (int at = 0; at < name.length(); at += Character.charCount(name.codePointAt(at))) if (
            Character.getType(name.codePointAt(at)) == Character.SURROGATE
        ) throw new IllegalArgumentException(
            label + " is not valid Unicode: unpaired surrogate at index " + at
        );
        return name;
    }
}
