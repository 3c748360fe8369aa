package net.minecraftforge.api.distmarker;

/**
 * Read in MinecraftForge/MergeTool, src/api/java/net/minecraftforge/api/distmarker/Dist.java, branch master.
 */
public enum Dist {
    CLIENT,
    DEDICATED_SERVER;

    public boolean isClient() {
        return this == CLIENT;
    }
}
