package net.fabricmc.fabric.api.event;

/**
 * Read in FabricMC/fabric, fabric-api-base/src/main/java/net/fabricmc/fabric/api/event/Event.java,
 * branch 1.16 (3ede25f), and the same on 1.20.4 (26460e8).
 */
public abstract class Event<T> {
    public abstract void register(T listener);
}
