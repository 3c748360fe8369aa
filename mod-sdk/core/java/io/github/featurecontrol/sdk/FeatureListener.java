package io.github.featurecontrol.sdk;

/** Is called when a feature becomes blocked or free. */
public interface FeatureListener {
    /**
     * Hides the feature completely, or shows it again. What it throws is logged and goes no further.
     *
     * @param isBlocked whether the feature has to be hidden from now on: menus, key bindings, settings, hints
     */
    void onChange(boolean isBlocked);
}
