package net.minecraft;

/**
 * DynamicRegistryManager. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/registry/DynamicRegistryManager.mapping, branches 1.20.6 (dd1b60f) and 1.21.1
 * (33ac431).
 */
public interface class_5455 {}
