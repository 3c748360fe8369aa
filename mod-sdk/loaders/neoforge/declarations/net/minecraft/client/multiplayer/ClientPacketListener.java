package net.minecraft.client.multiplayer;

import net.neoforged.neoforge.common.extensions.ICommonPacketListener;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/PacketDistributor.java, branch 1.21.1.
 */
public abstract class ClientPacketListener implements ICommonPacketListener {}
