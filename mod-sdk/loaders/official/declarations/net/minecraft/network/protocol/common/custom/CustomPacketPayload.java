package net.minecraft.network.protocol.common.custom;

import net.minecraft.network.FriendlyByteBuf;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/payload/MinecraftRegisterPayload.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254). The parameter of Type's constructor is a
 * ResourceLocation, which is called Identifier from 1.21.11 on.
 */
public interface CustomPacketPayload {
    Type<? extends CustomPacketPayload> type();

    final class Type<T extends CustomPacketPayload> {}

    final class TypeAndCodec<B extends FriendlyByteBuf, T extends CustomPacketPayload> {}
}
