package net.minecraft.network.protocol.common.custom;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.resources.Identifier;

/**
 * Mojang's names, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/payload/MinecraftRegisterPayload.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public interface CustomPacketPayload {
    Type<? extends CustomPacketPayload> type();

    final class Type<T extends CustomPacketPayload> {

        /** The parameter is a ResourceLocation up to 1.21.10. */
        public Type(Identifier id) {}
    }

    final class TypeAndCodec<B extends FriendlyByteBuf, T extends CustomPacketPayload> {}
}
