package net.fabricmc.fabric.api.networking.v1;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.RegistryFriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/**
 * Source: FabricMC/fabric-api,
 * fabric-networking-api-v1/src/main/java/net/fabricmc/fabric/api/networking/v1/PayloadTypeRegistry.java, commit
 * 3d91125 (26.1).
 */
public interface PayloadTypeRegistry<B extends FriendlyByteBuf> {
    <T extends CustomPacketPayload> CustomPacketPayload.TypeAndCodec<? super B, T> register(
        CustomPacketPayload.Type<T> type,
        StreamCodec<? super B, T> codec
    );

    static PayloadTypeRegistry<RegistryFriendlyByteBuf> serverboundPlay() {
        throw new UnsupportedOperationException();
    }

    static PayloadTypeRegistry<RegistryFriendlyByteBuf> clientboundPlay() {
        throw new UnsupportedOperationException();
    }
}
