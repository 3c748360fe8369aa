package net.minecraft;

/**
 * MinecraftClient. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/MinecraftClient.mapping, branches 1.20.6 and 1.21.1.
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
