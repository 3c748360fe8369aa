package net.minecraft;

/**
 * ClientPlayerEntity. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ClientPlayerEntity.mapping, branches 1.16.2 to 1.20.4.
 */
public class class_746 {}
