package net.fabricmc.fabric.api.event;

/**
 * Source: FabricMC/fabric, fabric-api-base/src/main/java/net/fabricmc/fabric/api/event/Event.java, branches
 * 1.16 (3ede25f), 1.20.4 (26460e8), 1.20.6 (15e1071) and 1.21.1 (6823f7c).
 */
public abstract class Event<T> {

    public abstract void register(T listener);
}
