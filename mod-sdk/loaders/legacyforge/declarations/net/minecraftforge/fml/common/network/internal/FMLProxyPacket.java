package net.minecraftforge.fml.common.network.internal;

import io.netty.buffer.ByteBuf;
import net.minecraft.network.PacketBuffer;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/internal/FMLProxyPacket.java, branches 1.8.9 (d06e0ad)
 * and 1.12.x (d3f0184).
 */
public class FMLProxyPacket {

    public FMLProxyPacket(PacketBuffer payload, String channel) {}

    public native ByteBuf payload();
}
