package net.neoforged.neoforge.common;

import loaders.Bus;
import net.neoforged.bus.api.IEventBus;

public class NeoForge {

    public static final IEventBus EVENT_BUS = new Bus();
}
