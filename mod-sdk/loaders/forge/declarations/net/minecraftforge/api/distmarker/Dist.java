package net.minecraftforge.api.distmarker;

/**
 * Source: MinecraftForge/MergeTool, src/main/java/net/minecraftforge/api/distmarker/Dist.java, branch 0.2.3
 * (e68e1b0).
 */
public enum Dist {
    CLIENT,
    DEDICATED_SERVER;

    public boolean isClient() {
        return this == CLIENT;
    }
}
