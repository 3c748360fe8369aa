package io.github.featurecontrol.sdk;

/** A declared feature: its state, readable on any thread, and the listener for its changes. */
final class Feature {

    volatile boolean isBlocked;
    final String name;
    private final FeatureListener listener;

    Feature(String name, FeatureListener listener) {
        this.name = name;
        this.listener = listener;
    }

    void notifyListener() {
        boolean blocked = isBlocked;
        ErrorLogging.run("the listener of " + name, () -> listener.onChange(blocked));
    }
}
