package net.neoforged.neoforge.network.event;

import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.network.registration.IPayloadRegistrar;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/event/RegisterPayloadHandlerEvent.java, branch 1.20.4
 * (8ef74db).
 */
public class RegisterPayloadHandlerEvent extends Event {
    public native IPayloadRegistrar registrar(String namespace);
}
