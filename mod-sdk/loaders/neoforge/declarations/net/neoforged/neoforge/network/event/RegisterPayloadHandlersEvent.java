package net.neoforged.neoforge.network.event;

import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.network.registration.PayloadRegistrar;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/event/RegisterPayloadHandlersEvent.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class RegisterPayloadHandlersEvent extends Event {

    public native PayloadRegistrar registrar(String version);
}
