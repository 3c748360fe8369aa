package net.minecraftforge.fml.network;

import net.minecraft.network.IPacket;
import net.minecraft.network.PacketBuffer;
import net.minecraft.util.ResourceLocation;
import org.apache.commons.lang3.tuple.Pair;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/fml/network/NetworkDirection.java,
 * branch 1.16.x (54233da).
 */
public enum NetworkDirection {
    PLAY_TO_SERVER;

    public native <T extends IPacket<?>> ICustomPacket<T> buildPacket(
        Pair<PacketBuffer, Integer> packetData,
        ResourceLocation channelName
    );
}
