package net.neoforged.neoforge.network.registration;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;
import net.neoforged.neoforge.network.handling.IPlayPayloadHandler;

/** Throws for a second registration, another namespace, and a payload that is not optional. */
public class ModdedPacketRegistrar implements IPayloadRegistrar {
    public static final Map<ResourceLocation, FriendlyByteBuf.Reader<?>> READERS = new HashMap<>();
    public static final Map<ResourceLocation, IPlayPayloadHandler<?>> HANDLERS = new HashMap<>();
    private final String namespace;
    private final boolean isOptional;

    public ModdedPacketRegistrar(String namespace, boolean isOptional) {
        this.namespace = namespace;
        this.isOptional = isOptional;
    }

    @Override
    public IPayloadRegistrar optional() {
        return new ModdedPacketRegistrar(namespace, true);
    }

    @Override
    public <T extends CustomPacketPayload> IPayloadRegistrar play(
            ResourceLocation id, FriendlyByteBuf.Reader<T> reader, IPlayPayloadHandler<T> handler) {
        if (!isOptional) throw new AssertionError("players cannot join servers without the channel");
        if (READERS.containsKey(id)) throw new RegistrationFailedException("DUPLICATE_ID");
        if (!id.name().startsWith(namespace + ':')) throw new RegistrationFailedException(
            "INVALID_NAMESPACE");
        READERS.put(id, reader);
        HANDLERS.put(id, handler);
        return this;
    }
}
