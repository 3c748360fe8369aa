package io.github.featurecontrol.sdk.neoforge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.official.FeaturePayload;
import io.github.featurecontrol.sdk.official.OfficialTransport;
import java.lang.reflect.Constructor;
import net.minecraft.network.protocol.common.custom.CustomPacketPayload.Type;
import net.neoforged.neoforge.client.event.ClientTickEvent;
import net.neoforged.neoforge.common.NeoForge;
import net.neoforged.neoforge.common.extensions.ICommonPacketListener;
import net.neoforged.neoforge.network.event.RegisterPayloadHandlersEvent;
import net.neoforged.neoforge.network.handling.IPayloadContext;

/** The channel on NeoForge from 1.20.5 on. */
final class NeoForgeChannel extends OfficialTransport {

    static final Type<FeaturePayload> CHANNEL = createType();

    private final RegisterPayloadHandlersEvent event;

    NeoForgeChannel(RegisterPayloadHandlersEvent event) {
        this.event = event;
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

    /**
     * Registers as optional, because players could not join a server without this channel otherwise. From
     * 1.21.7 on, the handler is that of the server's side, which no client calls.
     */
    @Override
    public void register() {
        event
            .registrar("1")
            .optional()
            .playBidirectional(CHANNEL, FeaturePayload.codecFor(CHANNEL), NeoForgeChannel::receive);
        NeoForge.EVENT_BUS.addListener(ClientTickEvent.Post.class, tick -> LoaderChannel.tick());
    }

    static void receive(FeaturePayload payload, IPayloadContext context) {
        LoaderChannel.receive(context.connection(), payload.content);
    }

    @Override
    protected boolean isAnnounced() {
        ICommonPacketListener listener = (ICommonPacketListener) listener();
        return listener != null && listener.hasChannel(CHANNEL);
    }

    @Override
    public void send(byte[] content) {
        ((ICommonPacketListener) listener()).send(new FeaturePayload(CHANNEL, content));
    }
}
