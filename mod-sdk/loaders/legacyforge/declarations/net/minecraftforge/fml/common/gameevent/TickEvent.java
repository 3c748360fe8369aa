package net.minecraftforge.fml.common.gameevent;

import net.minecraftforge.fml.common.eventhandler.Event;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/gameevent/TickEvent.java, branches 1.8.9 (d06e0ad) and 1.12.x
 * (d3f0184).
 */
public class TickEvent extends Event {

    public static class ClientTickEvent extends TickEvent {}
}
