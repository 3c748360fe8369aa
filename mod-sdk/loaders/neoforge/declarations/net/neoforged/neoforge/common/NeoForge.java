package net.neoforged.neoforge.common;

import net.neoforged.bus.api.IEventBus;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/common/NeoForge.java, branches 1.20.2
 * (4a4486b), 1.20.4 (8ef74db), 1.20.x (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class NeoForge {

    public static final IEventBus EVENT_BUS = bus();

    private static native IEventBus bus();
}
