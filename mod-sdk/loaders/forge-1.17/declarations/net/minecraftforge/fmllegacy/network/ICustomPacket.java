package net.minecraftforge.fmllegacy.network;

import net.minecraft.network.protocol.Packet;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/ICustomPacket.java, branch 1.17.x (2106a3c).
 */
public interface ICustomPacket<T extends Packet<?>> {
    default T getThis() {
        throw new UnsupportedOperationException();
    }
}
