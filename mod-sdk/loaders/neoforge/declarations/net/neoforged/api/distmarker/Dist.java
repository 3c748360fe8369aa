package net.neoforged.api.distmarker;

/** Read in neoforged/mergetool, mergetool-api/src/main/java/net/neoforged/api/distmarker/Dist.java. */
public enum Dist {
    CLIENT,
    DEDICATED_SERVER
}
