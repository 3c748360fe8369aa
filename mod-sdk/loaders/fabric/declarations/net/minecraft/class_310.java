package net.minecraft;

/**
 * MinecraftClient. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/MinecraftClient.mapping, branches 1.16.2 (e316e84), 1.20.4 (f7f320f), 1.20.6
 * (dd1b60f) and 1.21.1 (33ac431).
 */
public class class_310 {

    /** player */
    public class_746 field_1724;

    /** getInstance */
    public static native class_310 method_1551();

    /** getCurrentServerEntry */
    public native class_642 method_1558();

    /** getNetworkHandler */
    public native class_634 method_1562();
}
