package net.minecraft;

/**
 * ClientPlayNetworkHandler. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ClientPlayNetworkHandler.mapping, branches 1.16.2 to 1.20.4.
 */
public class class_634 {}
