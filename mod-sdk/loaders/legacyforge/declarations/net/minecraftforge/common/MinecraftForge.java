package net.minecraftforge.common;

import net.minecraftforge.fml.common.eventhandler.EventBus;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/common/MinecraftForge.java,
 * branches 1.8.9 (d06e0ad) and 1.12.x (d3f0184).
 */
public class MinecraftForge {

    public static final EventBus EVENT_BUS = new EventBus();
}
