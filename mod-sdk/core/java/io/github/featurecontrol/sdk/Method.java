package io.github.featurecontrol.sdk;

/** The methods of the protocol that the library calls. The server has a separate rate limit for each. */
enum Method {
    /** Requests the blocked features of many mods, and subscribes to events about their changes. */
    SUBSCRIBE("subscribe"),
    /** Requests the blocked features of one mod. Every server that follows the specification has it. */
    CHECK_FEATURES("checkFeatures");

    final String wireName;

    Method(String wireName) {
        this.wireName = wireName;
    }
}
