package net.neoforged.neoforge.network.event;

import net.neoforged.bus.api.Event;
import net.neoforged.neoforge.network.registration.IPayloadRegistrar;
import net.neoforged.neoforge.network.registration.ModdedPacketRegistrar;

public class RegisterPayloadHandlerEvent extends Event {
    public IPayloadRegistrar registrar(String namespace) {
        return new ModdedPacketRegistrar(namespace, false);
    }
}
