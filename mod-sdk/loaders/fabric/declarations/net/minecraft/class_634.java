package net.minecraft;

/**
 * ClientPlayNetworkHandler. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ClientPlayNetworkHandler.mapping, branches 1.16.2 (e316e84),
 * 1.20.4 (f7f320f), 1.20.6 (dd1b60f) and 1.21.1 (33ac431).
 */
public class class_634 {

    /** getConnection, from 1.20.2 on */
    public native class_2535 method_48296();
}
