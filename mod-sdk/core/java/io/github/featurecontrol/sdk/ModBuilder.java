package io.github.featurecontrol.sdk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** Declares a mod: its features, and what it wants where a network has not answered. Not thread-safe. */
public final class ModBuilder {
    private static final int LONGEST_CLIENT = 128;
    private static final int LONGEST_FEATURE = 256;
    private static final FeatureListener NO_LISTENER = isBlocked -> { };

    final String client;
    final Map<String, FeatureListener> listeners = new LinkedHashMap<>();
    boolean failsClosed;
    boolean asksUnannounced = true;
    Executor executor = Runnable::run;
    private final Registry registry;

    ModBuilder(String client, Registry registry) {
        this.client = checked("the mod's identifier", client, LONGEST_CLIENT);
        this.registry = registry;
    }

    /**
     * Declares a feature that is read by {@link ModFeatures#isBlocked} alone.
     *
     * @param feature its name, by which admins block it; compared exactly, case included; 1 to 256 characters
     * @return this builder
     * @throws IllegalArgumentException if the name is empty, too long, no valid Unicode, or declared already
     */
    public ModBuilder feature(String feature) {
        return feature(feature, NO_LISTENER);
    }

    /**
     * Declares a feature with a listener for its changes. A feature is free at first: the listener is called
     * when that changes, and not before.
     *
     * @param feature as in {@link #feature(String)}
     * @param listener is called on the thread of {@link #callbacksOn}
     * @return this builder
     * @throws IllegalArgumentException if the name is empty, too long, no valid Unicode, or declared already
     */
    public ModBuilder feature(String feature, FeatureListener listener) {
        if (listener == null) throw new IllegalArgumentException("the listener of " + feature + " is null");
        checked("a feature of " + client, feature, LONGEST_FEATURE);
        if (listeners.put(feature, listener) != null)
            throw new IllegalArgumentException(client + " declares the feature " + feature + " twice");
        return this;
    }

    /**
     * Blocks every feature while a network that has, or may have, feature control has not answered yet.
     * Without this, features are free until then. Where the network turns out to have none, they are free.
     *
     * @return this builder
     */
    public ModBuilder failClosed() {
        failsClosed = true;
        return this;
    }

    /**
     * Never sends a question to a server that is not known to have the channel. It matters for loaders that
     * cannot hear announcements, where the library otherwise asks once after JoinGame: set it for servers
     * that disconnect clients for unknown channels.
     *
     * @return this builder
     */
    public ModBuilder onlyWhereAnnounced() {
        asksUnannounced = false;
        return this;
    }

    /**
     * Names the thread of the listeners and of what depends on {@link ModFeatures#check}.
     *
     * @param mods runs them, in order; by default the client's main thread runs them, in its tick
     * @return this builder
     */
    public ModBuilder callbacksOn(Executor mods) {
        if (mods == null) throw new IllegalArgumentException("the executor of " + client + " is null");
        executor = mods;
        return this;
    }

    /**
     * Registers the mod: from the next tick on it is asked for, wherever the player is.
     *
     * @return what the mod reads from now on
     * @throws IllegalStateException if it declares no feature, or if its identifier is registered already
     */
    public ModFeatures register() {
        if (listeners.isEmpty()) throw new IllegalStateException(client + " declares no feature");
        ModFeatures features = new ModFeatures(this, registry);
        if (!registry.add(features.asEntry()))
            throw new IllegalStateException(client
                + " is registered already: a mod registers once, with all features");
        return features;
    }

    /**
     * Which names the protocol takes (G13, G38, G39).
     *
     * @throws IllegalArgumentException naming what is wrong; lengths are counted in code points
     */
    private static String checked(String what, String name, int longest) {
        if (name == null || name.isEmpty()) throw new IllegalArgumentException(what + " must not be empty");
        if (name.codePointCount(0, name.length()) > longest)
            throw new IllegalArgumentException(what + " has more than " + longest + " characters: " + name);
        for (int at = 0; at < name.length(); at += Character.charCount(name.codePointAt(at)))
            if (Character.getType(name.codePointAt(at)) == Character.SURROGATE)
                throw new IllegalArgumentException(what + " is not valid Unicode: half of a character at "
                    + at);
        return name;
    }
}
