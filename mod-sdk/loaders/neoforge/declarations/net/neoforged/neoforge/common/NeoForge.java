package net.neoforged.neoforge.common;

import net.neoforged.bus.api.IEventBus;

/** Read in neoforged/NeoForge, src/main/java/net/neoforged/neoforge/common/NeoForge.java, branch 1.21.1. */
public class NeoForge {
    public static final IEventBus EVENT_BUS = bus();

    private static native IEventBus bus();
}
