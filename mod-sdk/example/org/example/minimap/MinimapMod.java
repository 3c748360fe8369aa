package org.example.minimap;

import io.github.featurecontrol.sdk.FeatureControl;
import io.github.featurecontrol.sdk.ModFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A minimap that a network can block. While it is, nothing of it is left to see or to press: the map, its key
 * binding, its menu entry and its hint. The methods are what a loader's events call.
 */
public final class MinimapMod {
    private static final String MINIMAP = "minimap";
    private static final char KEY = 'M';

    private final ModFeatures features;
    private final Consumer<String> screen;
    private boolean isSwitchedOn;

    /** @param screen where the mod draws */
    public MinimapMod(Consumer<String> screen) {
        this.screen = screen;
        features = FeatureControl.mod("example-minimap").feature(MINIMAP, this::onBlocked).register();
    }

    /** What is open already has to close: the network may block it while it is in use. */
    private void onBlocked(boolean isBlocked) {
        if (isBlocked) isSwitchedOn = false;
    }

    /** Each frame. Reading is cheap, so ask here rather than to remember. */
    public void onFrame() {
        if (isSwitchedOn && !features.isBlocked(MINIMAP)) screen.accept("minimap");
    }

    /** A key that is blocked does nothing, as if it were not bound: another mod may have it. */
    public boolean onKey(char key) {
        if (key != KEY || features.isBlocked(MINIMAP)) return false;
        if (isSwitchedOn) {
            isSwitchedOn = false;
        } else {
            // About to be enabled: the network may have blocked it since it was asked.
            features.check(MINIMAP).thenAccept(isBlocked -> isSwitchedOn = !isBlocked);
        }
        return true;
    }

    /** The rows of the screen of key bindings. */
    public List<String> keyBindings() {
        return unlessBlocked("Switch the minimap: " + KEY);
    }

    /** The mod's entries in its menu. */
    public List<String> menuEntries() {
        List<String> entries = unlessBlocked("Minimap");
        entries.add("About");
        return entries;
    }

    /** What is shown to new players. */
    public List<String> hints() {
        return unlessBlocked("Press " + KEY + " to see a map");
    }

    private List<String> unlessBlocked(String text) {
        List<String> shown = new ArrayList<>();
        if (!features.isBlocked(MINIMAP)) shown.add(text);
        return shown;
    }
}
