package io.github.featurecontrol.sdk;

import java.util.concurrent.CompletableFuture;
import loaders.Mod;

/** Is relocated together with its copy of the library. */
public final class PlayedMod implements Mod {

    private final String feature;
    private final ModFeatures features;

    public PlayedMod(String client, String feature) {
        this.feature = feature;
        features = FeatureControl.mod(client).feature(feature).register();
    }

    @Override
    public boolean isBlocked() {
        return features.isBlocked(feature);
    }

    @Override
    public boolean isKnown() {
        return features.isKnown();
    }

    @Override
    public CompletableFuture<Boolean> check() {
        return features.check(feature);
    }
}
