package net.neoforged.neoforge.network.registration;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.network.RegistryFriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.neoforged.neoforge.network.handling.IPayloadHandler;

/** Like NetworkRegistry: throws for a second registration, and for a payload that is not optional. */
public class PayloadRegistrar {

    public static final Map<CustomPacketPayload.Type<?>, StreamCodec<?, ?>> CODECS = new HashMap<>();
    public static final Map<CustomPacketPayload.Type<?>, IPayloadHandler<?>> HANDLERS = new HashMap<>();
    private boolean isOptional;

    public PayloadRegistrar(String version) {}

    public PayloadRegistrar optional() {
        isOptional = true;
        return this;
    }

    public <T extends CustomPacketPayload> PayloadRegistrar playBidirectional(
        CustomPacketPayload.Type<T> type,
        StreamCodec<? super RegistryFriendlyByteBuf, T> codec,
        IPayloadHandler<T> handler
    ) {
        if (!isOptional) throw new AssertionError("players cannot join servers without the channel");
        if (CODECS.putIfAbsent(type, codec) != null) throw new UnsupportedOperationException(
            "Cannot register payload as it is already registered."
        );
        HANDLERS.put(type, handler);
        return this;
    }
}
