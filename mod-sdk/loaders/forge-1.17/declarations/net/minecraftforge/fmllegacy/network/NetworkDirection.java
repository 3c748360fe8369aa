package net.minecraftforge.fmllegacy.network;

import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import org.apache.commons.lang3.tuple.Pair;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/NetworkDirection.java, branch 1.17.x (2106a3c).
 */
public enum NetworkDirection {
    PLAY_TO_SERVER;

    public native <T extends Packet<?>> ICustomPacket<T> buildPacket(
        Pair<FriendlyByteBuf, Integer> packetData, ResourceLocation channelName);
}
