package net.neoforged.neoforge.network.registration;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.network.handling.IPlayPayloadHandler;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/IPayloadRegistrar.java, branch 1.20.4 (8ef74db).
 */
public interface IPayloadRegistrar {
    IPayloadRegistrar optional();

    <T extends CustomPacketPayload> IPayloadRegistrar play(
        ResourceLocation id, FriendlyByteBuf.Reader<T> reader, IPlayPayloadHandler<T> handler);
}
