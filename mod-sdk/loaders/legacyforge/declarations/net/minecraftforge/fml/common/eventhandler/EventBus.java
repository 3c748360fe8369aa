package net.minecraftforge.fml.common.eventhandler;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/eventhandler/EventBus.java, branches 1.8.9 (d06e0ad) and 1.12.x
 * (d3f0184).
 */
public class EventBus {

    public native void register(Object target);
}
