package net.minecraftforge.event;

import net.minecraftforge.eventbus.api.Event;

public class TickEvent extends Event {

    public static class ClientTickEvent extends TickEvent {}
}
