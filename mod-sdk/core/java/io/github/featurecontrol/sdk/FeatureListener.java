package io.github.featurecontrol.sdk;

/** Called when a feature becomes blocked or unblocked. */
public interface FeatureListener {
    /**
     * Hides the feature completely, or shows it again. {@link ModFeatures#isBlocked} and
     * {@link ModFeatures#isKnown} already return the new state, of all features of the mod. Exceptions thrown
     * here are logged and have no other effect.
     *
     * @param isBlocked whether the feature must be hidden from now on: menus, key bindings, settings, hints
     */
    void onChange(boolean isBlocked);
}
