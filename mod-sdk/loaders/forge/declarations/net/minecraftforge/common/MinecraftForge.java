package net.minecraftforge.common;

import net.minecraftforge.eventbus.api.IEventBus;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/common/MinecraftForge.java,
 * branches 1.16.x (54233da), 1.17.x (2106a3c), 1.18.x (99cff44), 1.19.x (fb7e448), 1.20.1 (f7e5db7), 1.20.4
 * (3535dcd) and 1.21.x (c22589b).
 */
public class MinecraftForge {

    public static final IEventBus EVENT_BUS = bus();

    private static native IEventBus bus();
}
