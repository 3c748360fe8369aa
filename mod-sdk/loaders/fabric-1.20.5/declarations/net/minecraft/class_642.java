package net.minecraft;

/**
 * ServerInfo. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ServerInfo.mapping, branches 1.20.6 and 1.21.1.
 */
public class class_642 {
    /** address */
    public String field_3761;
}
