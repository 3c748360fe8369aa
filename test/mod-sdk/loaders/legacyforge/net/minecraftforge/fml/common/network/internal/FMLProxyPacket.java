package net.minecraftforge.fml.common.network.internal;

import io.netty.buffer.ByteBuf;
import net.minecraft.network.PacketBuffer;

public class FMLProxyPacket {

    public final String channel;
    private final PacketBuffer payload;

    public FMLProxyPacket(PacketBuffer payload, String channel) {
        this.payload = payload;
        this.channel = channel;
    }

    public ByteBuf payload() {
        return payload;
    }
}
