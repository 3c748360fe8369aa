package io.github.featurecontrol.sdk;

import io.github.featurecontrol.sdk.forge.ForgeChannel;

/** A mod for Forge, which starts its copy of the library, and is relocated together with it. */
public final class ForgeMod {

    public ForgeMod() {
        ForgeChannel.start();
    }
}
