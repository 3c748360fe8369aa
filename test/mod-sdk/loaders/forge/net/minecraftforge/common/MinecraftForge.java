package net.minecraftforge.common;

import loaders.Bus;
import net.minecraftforge.eventbus.api.IEventBus;

public class MinecraftForge {

    public static final IEventBus EVENT_BUS = new Bus();
}
