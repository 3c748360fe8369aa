package net.minecraft;

/**
 * ServerInfo. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ServerInfo.mapping, branches 1.16.2 to 1.20.4.
 */
public class class_642 {
    /** address */
    public String field_3761;
}
