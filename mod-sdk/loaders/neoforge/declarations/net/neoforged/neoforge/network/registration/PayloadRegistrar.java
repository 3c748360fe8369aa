package net.neoforged.neoforge.network.registration;

import net.minecraft.network.RegistryFriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/PayloadRegistrar.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class PayloadRegistrar {

    public PayloadRegistrar(String version) {}

    public native PayloadRegistrar optional();

    public native <T extends CustomPacketPayload> PayloadRegistrar playBidirectional(
        CustomPacketPayload.Type<T> type,
        StreamCodec<? super RegistryFriendlyByteBuf, T> codec,
        IPayloadHandler<T> handler
    );
}
