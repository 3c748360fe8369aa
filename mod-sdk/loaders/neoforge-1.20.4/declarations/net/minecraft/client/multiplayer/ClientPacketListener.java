package net.minecraft.client.multiplayer;

import net.neoforged.neoforge.common.extensions.IClientCommonPacketListenerExtension;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * patches/net/minecraft/client/multiplayer/ClientPacketListener.java.patch, branch 1.20.4 (8ef74db).
 */
public abstract class ClientPacketListener implements IClientCommonPacketListenerExtension {}
