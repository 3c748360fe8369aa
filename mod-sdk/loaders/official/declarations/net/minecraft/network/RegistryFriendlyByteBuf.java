package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/PayloadRegistrar.java, branches 1.20.x
 * (c249610), 1.21.1 (718fd71) and 1.21.x (3f10254).
 */
public class RegistryFriendlyByteBuf extends FriendlyByteBuf {

    protected RegistryFriendlyByteBuf(ByteBuf source) {
        super(source);
    }
}
