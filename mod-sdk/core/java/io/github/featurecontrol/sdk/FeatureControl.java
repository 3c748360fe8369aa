package io.github.featurecontrol.sdk;

/**
 * The entry point for mods. A mod declares its features here once, when it is initialised:
 *
 * <pre>{@code
 * static final ModFeatures FEATURES = FeatureControl.mod("my-mod")
 *     .feature("minimap", blocked -> closeMinimapIf(blocked))
 *     .register();
 *
 * if (!FEATURES.isBlocked("minimap")) drawMinimap();
 * }</pre>
 *
 * The library does everything else: it uses the channel, decides when to send requests, keeps the rate limit
 * and handles reconnections.
 */
public final class FeatureControl {

    private FeatureControl() {}

    /**
     * Starts the declaration of a mod.
     *
     * @param client the mod's stable identifier, by which admins block its features: the same in every
     *     version of the mod and for every player; 1 to 128 characters
     * @return a builder, which has no effect until {@link ModBuilder#register()} is called
     * @throws IllegalArgumentException if the identifier is empty, too long or not valid Unicode
     */
    public static ModBuilder mod(String client) {
        return new ModBuilder(client, Registry.shared());
    }
}
