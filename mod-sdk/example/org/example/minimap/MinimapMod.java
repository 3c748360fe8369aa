package org.example.minimap;

import io.github.featurecontrol.sdk.FeatureControl;
import io.github.featurecontrol.sdk.ModFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A minimap that a network can block. While it is blocked, the mod hides the map, its key binding, its menu
 * entry and its hint. A real mod calls these methods from its loader's events.
 */
public final class MinimapMod {
    private static final String MINIMAP = "minimap";
    private static final char KEY = 'M';

    /** Not private, so that unit tests can block them. */
    final ModFeatures features;
    private final Consumer<String> screen;
    private boolean isSwitchedOn;

    /** @param screen receives what the mod draws */
    public MinimapMod(Consumer<String> screen) {
        this.screen = screen;
        features = FeatureControl.mod("example-minimap").feature(MINIMAP, this::onBlocked).register();
    }

    /** Closes an open minimap, because the network may block it while it is in use. */
    private void onBlocked(boolean isBlocked) {
        if (isBlocked) isSwitchedOn = false;
    }

    /** Called for each frame. {@code isBlocked} is cheap, so its result needs no field of the mod. */
    public void onFrame() {
        if (isSwitchedOn && !features.isBlocked(MINIMAP)) screen.accept("minimap");
    }

    /**
     * Handles a key. While the minimap is blocked, its key is ignored as if it were not bound, so that other
     * mods can use it.
     *
     * @return whether the key was handled
     */
    public boolean onKey(char key) {
        if (key != KEY || features.isBlocked(MINIMAP)) return false;
        if (isSwitchedOn) {
            isSwitchedOn = false;
        } else {
            // The network may have blocked the minimap since the last answer.
            features.check(MINIMAP).thenAccept(isBlocked -> isSwitchedOn = !isBlocked);
        }
        return true;
    }

    /** Returns the mod's rows on the screen of key bindings. */
    public List<String> keyBindings() {
        return unlessBlocked("Toggle the minimap: " + KEY);
    }

    /** Returns the entries of the mod's menu. */
    public List<String> menuEntries() {
        List<String> entries = unlessBlocked("Minimap");
        entries.add("About");
        return entries;
    }

    /** Returns the hints that are shown to new players. */
    public List<String> hints() {
        return unlessBlocked("Press " + KEY + " to see a map");
    }

    private List<String> unlessBlocked(String text) {
        List<String> shown = new ArrayList<>();
        if (!features.isBlocked(MINIMAP)) shown.add(text);
        return shown;
    }
}
