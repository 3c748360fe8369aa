package net.minecraft.network.protocol.common.custom;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.resources.ResourceLocation;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/ICustomPacketPayloadWithBuffer.java, branch 1.20.2 (4a4486b),
 * src/main/java/net/neoforged/neoforge/network/custom/payload/SimplePayload.java, branch 1.20.2 (4a4486b),
 * and src/main/java/net/neoforged/neoforge/network/payload/MinecraftRegisterPayload.java, branch 1.20.4
 * (8ef74db).
 */
public interface CustomPacketPayload {
    void write(FriendlyByteBuf buffer);

    ResourceLocation id();
}
