package net.fabricmc.fabric.api.networking.v1;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.RegistryFriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.Identifier;

/** Like PayloadTypeRegistryImpl: a second registration of a channel throws. */
public interface PayloadTypeRegistry<B extends FriendlyByteBuf> {
    Map<Identifier, StreamCodec<FriendlyByteBuf, CustomPacketPayload>> C2S = new HashMap<>();
    Map<Identifier, StreamCodec<FriendlyByteBuf, CustomPacketPayload>> S2C = new HashMap<>();

    <T extends CustomPacketPayload> CustomPacketPayload.TypeAndCodec<? super B, T> register(
        CustomPacketPayload.Type<T> id,
        StreamCodec<? super B, T> codec
    );

    static PayloadTypeRegistry<RegistryFriendlyByteBuf> serverboundPlay() {
        return in(C2S);
    }

    static PayloadTypeRegistry<RegistryFriendlyByteBuf> clientboundPlay() {
        return in(S2C);
    }

    private static PayloadTypeRegistry<RegistryFriendlyByteBuf> in(
        Map<Identifier, StreamCodec<FriendlyByteBuf, CustomPacketPayload>> types
    ) {
        return new PayloadTypeRegistry<>() {
            @Override
            @SuppressWarnings("unchecked")
            public <T extends CustomPacketPayload> CustomPacketPayload.TypeAndCodec<
                ? super RegistryFriendlyByteBuf,
                T
            > register(
                CustomPacketPayload.Type<T> id,
                StreamCodec<? super RegistryFriendlyByteBuf, T> codec
            ) {
                Object earlier = types.putIfAbsent(
                    id.id(),
                    (StreamCodec<FriendlyByteBuf, CustomPacketPayload>) codec
                );
                if (earlier != null) throw new IllegalArgumentException(
                    "Packet type " + id + " is already registered!"
                );
                return null;
            }
        };
    }
}
