package net.minecraft;

/**
 * Identifier. Intermediary names, read in FabricMC/yarn, mappings/net/minecraft/util/Identifier.mapping,
 * branches 1.20.6 and 1.21.1.
 */
public class class_2960 {
    /** tryParse; null for what is no identifier */
    public static native class_2960 method_12829(String text);
}
