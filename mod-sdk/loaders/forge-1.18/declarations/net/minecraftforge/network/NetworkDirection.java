package net.minecraftforge.network;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import org.apache.commons.lang3.tuple.Pair;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/NetworkDirection.java,
 * branches 1.18.x (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7).
 */
public enum NetworkDirection {
    PLAY_TO_SERVER;

    public native <T extends Packet<?>> ICustomPacket<T> buildPacket(
        Pair<FriendlyByteBuf, Integer> packetData,
        ResourceLocation channelName
    );
}
