package net.minecraft;

/**
 * Identifier. Intermediary names, read in FabricMC/yarn, mappings/net/minecraft/util/Identifier.mapping,
 * branches 1.16.2 (e316e84), 1.20.4 (f7f320f), 1.20.6 (dd1b60f) and 1.21.1 (33ac431).
 */
public class class_2960 {

    /** tryParse: returns null if the name is not a valid identifier */
    public static native class_2960 method_12829(String text);
}
