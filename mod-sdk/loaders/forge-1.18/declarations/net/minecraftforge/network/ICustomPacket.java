package net.minecraftforge.network;

import net.minecraft.network.protocol.Packet;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/ICustomPacket.java,
 * branches 1.18.x (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7).
 */
public interface ICustomPacket<T extends Packet<?>> {
    default T getThis() {
        throw new UnsupportedOperationException();
    }
}
