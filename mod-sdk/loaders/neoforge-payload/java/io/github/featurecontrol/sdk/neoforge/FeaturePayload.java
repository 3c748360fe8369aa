package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import net.minecraft.network.FriendlyByteBuf;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload;
import net.minecraft.resources.ResourceLocation;

/** The content of a plugin message: its bytes, without a length prefix. */
record FeaturePayload(byte[] content) implements CustomPacketPayload {
    static final ResourceLocation ID = new ResourceLocation(LoaderChannel.NAME);

    @Override
    public void write(FriendlyByteBuf buffer) {
        buffer.writeBytes(content);
    }

    @Override
    public ResourceLocation id() {
        return ID;
    }
}
