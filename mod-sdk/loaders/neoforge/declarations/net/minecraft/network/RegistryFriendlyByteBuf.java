package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * Mojang's name, as used in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/PayloadRegistrar.java, branch 1.21.1.
 */
public class RegistryFriendlyByteBuf extends FriendlyByteBuf {
    protected RegistryFriendlyByteBuf(ByteBuf source) {
        super(source);
    }
}
