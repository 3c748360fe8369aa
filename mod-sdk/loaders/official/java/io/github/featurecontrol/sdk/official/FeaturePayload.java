package io.github.featurecontrol.sdk.official;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import java.lang.reflect.Constructor;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.codec.StreamCodec;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;

/** The content of a plugin message: its bytes, without a length prefix. */
public final class FeaturePayload implements CustomPacketPayload {
    public static final Type<FeaturePayload> TYPE = createType();
    public static final StreamCodec<FriendlyByteBuf, FeaturePayload> CODEC = StreamCodec.of(
        (buffer, payload) -> buffer.writeBytes(payload.content),
        buffer -> new FeaturePayload(NettyTransport.contentOf(buffer)));

    public final byte[] content;

    public FeaturePayload(byte[] content) {
        this.content = content;
    }

    /** Uses reflection, because 1.21.11 renamed the class of the name from ResourceLocation to Identifier. */
    @SuppressWarnings("unchecked")
    private static Type<FeaturePayload> createType() {
        try {
            Constructor<?> constructor = Type.class.getConstructors()[0];
            Class<?> names = constructor.getParameterTypes()[0];
            Object name = names.getMethod("tryParse", String.class).invoke(null, LoaderChannel.NAME);
            return (Type<FeaturePayload>) constructor.newInstance(name);
        } catch (ReflectiveOperationException cause) {
            throw new IllegalStateException(cause);
        }
    }

    @Override
    public Type<FeaturePayload> type() {
        return TYPE;
    }
}
