package net.minecraft;

/**
 * ClientPlayerEntity. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ClientPlayerEntity.mapping, branches 1.20.6 and 1.21.1.
 */
public class class_746 {}
