package net.fabricmc.fabric.api.networking.v1;

/**
 * Source: FabricMC/fabric,
 * fabric-networking-api-v1/src/main/java/net/fabricmc/fabric/api/networking/v1/PacketSender.java, branches
 * 1.16 (3ede25f) and 1.20.4 (26460e8).
 */
public interface PacketSender {}
