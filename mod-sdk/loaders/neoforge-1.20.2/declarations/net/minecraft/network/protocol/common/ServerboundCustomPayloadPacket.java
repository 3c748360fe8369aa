package net.minecraft.network.protocol.common;

import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/PlayNetworkDirection.java, branch 1.20.2 (4a4486b).
 */
public record ServerboundCustomPayloadPacket(CustomPacketPayload payload) {}
