package io.github.featurecontrol.sdk;

/** The methods of the protocol that the library calls. Each has a limit of its own on the server. */
enum Method {
    /** All mods at once, and events from then on. */
    SUBSCRIBE("subscribe"),
    /** One mod, as every server of the specification knows it. */
    CHECK_FEATURES("checkFeatures");

    final String wireName;

    Method(String wireName) {
        this.wireName = wireName;
    }
}
