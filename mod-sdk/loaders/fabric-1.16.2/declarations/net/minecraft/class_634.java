package net.minecraft;

/**
 * ClientPlayNetworkHandler. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/client/network/ClientPlayNetworkHandler.mapping, branches 1.16.2 (e316e84) and
 * 1.20.4 (f7f320f).
 */
public class class_634 {}
