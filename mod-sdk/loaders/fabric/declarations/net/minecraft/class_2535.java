package net.minecraft;

/**
 * ClientConnection. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/ClientConnection.mapping, branches 1.16.2 (e316e84), 1.20.4 (f7f320f),
 * 1.20.6 (dd1b60f) and 1.21.1 (33ac431).
 */
public class class_2535 {

    /** isLocal: returns whether the server is part of the client */
    public native boolean method_10756();

    /** isOpen */
    public native boolean method_10758();
}
