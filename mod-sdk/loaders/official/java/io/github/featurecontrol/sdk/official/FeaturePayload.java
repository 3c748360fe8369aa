package io.github.featurecontrol.sdk.official;

import io.github.featurecontrol.sdk.netty.NettyTransport;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/** The content of a plugin message: its bytes, without a length prefix. */
public final class FeaturePayload implements CustomPacketPayload {

    public final byte[] content;
    private final Type<FeaturePayload> channel;

    public FeaturePayload(Type<FeaturePayload> channel, byte[] content) {
        this.channel = channel;
        this.content = content;
    }

    public static StreamCodec<FriendlyByteBuf, FeaturePayload> codecFor(Type<FeaturePayload> channel) {
        return StreamCodec.of(
            (buffer, payload) -> buffer.writeBytes(payload.content),
            buffer -> new FeaturePayload(channel, NettyTransport.contentOf(buffer))
        );
    }

    @Override
    public Type<FeaturePayload> type() {
        return channel;
    }
}
