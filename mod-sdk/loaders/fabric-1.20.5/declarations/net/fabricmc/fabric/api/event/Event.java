package net.fabricmc.fabric.api.event;

/**
 * Read in FabricMC/fabric, fabric-api-base/src/main/java/net/fabricmc/fabric/api/event/Event.java,
 * branch 1.20.6 (15e1071), and the same on 1.21.1 (6823f7c).
 */
public abstract class Event<T> {
    public abstract void register(T listener);
}
