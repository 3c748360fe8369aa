package net.minecraftforge.network;

import io.netty.buffer.ByteBuf;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.Packet;
import net.minecraft.resources.ResourceLocation;
import org.apache.commons.lang3.tuple.Pair;

public enum NetworkDirection {
    PLAY_TO_SERVER;

    public <T extends Packet<?>> ICustomPacket<T> buildPacket(
        Pair<FriendlyByteBuf, Integer> packetData,
        ResourceLocation channelName
    ) {
        return new ICustomPacket<>() {
            @Override
            @SuppressWarnings("unchecked")
            public T getThis() {
                return (T) new CustomPacket(channelName.toString(), packetData.getLeft());
            }
        };
    }

    public record CustomPacket(String channel, ByteBuf content) implements Packet<Object> {}
}
