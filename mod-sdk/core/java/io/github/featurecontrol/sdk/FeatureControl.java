package io.github.featurecontrol.sdk;

/**
 * Where a mod declares its features, once, when it is initialised:
 *
 * <pre>{@code
 * static final ModFeatures FEATURES = FeatureControl.mod("my-mod")
 *     .feature("minimap", blocked -> closeMinimapIf(blocked))
 *     .register();
 *
 * if (!FEATURES.isBlocked("minimap")) drawMinimap();
 * }</pre>
 *
 * Everything else (the channel, when to ask, how often, what a reconnection means) is the library's.
 */
public final class FeatureControl {
    private FeatureControl() {}

    /**
     * Begins to declare a mod.
     *
     * @param client the mod's stable identifier, by which admins block: the same in every version and for
     * every player; 1 to 128 characters
     * @return a builder; nothing happens before its {@link ModBuilder#register()}
     * @throws IllegalArgumentException if the identifier is empty, too long or no valid Unicode
     */
    public static ModBuilder mod(String client) {
        return new ModBuilder(client, Registry.shared());
    }
}
