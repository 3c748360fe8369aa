package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_8710;
import net.minecraft.class_9139;

/** The content of a plugin message: its bytes, without a length prefix. */
final class FeaturePayload implements class_8710 {
    static final class_9154<FeaturePayload> ID =
        new class_9154<>(class_2960.method_12829(LoaderChannel.NAME));
    static final class_9139<class_2540, FeaturePayload> CODEC = class_9139.method_56438(
        (payload, buffer) -> buffer.writeBytes(payload.content),
        buffer -> new FeaturePayload(NettyTransport.contentOf(buffer)));

    final byte[] content;

    FeaturePayload(byte[] content) {
        this.content = content;
    }

    @Override
    public class_9154<FeaturePayload> method_56479() {
        return ID;
    }
}
