package net.minecraftforge.fml.network;

import net.minecraft.network.IPacket;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/network/ICustomPacket.java,
 * branch 1.16.x (54233da).
 */
public interface ICustomPacket<T extends IPacket<?>> {
    default T getThis() {
        throw new UnsupportedOperationException();
    }
}
