package net.neoforged.api.distmarker;

/**
 * Source: neoforged/MergeTool, src/forgeAPI/java/net/neoforged/api/distmarker/Dist.java, tag 2.0 (2dfd9a8).
 */
public enum Dist {
    CLIENT,
    DEDICATED_SERVER;

    public boolean isClient() {
        return this == CLIENT;
    }
}
