package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.intermediary.IntermediaryTransport;
import io.github.featurecontrol.sdk.netty.NettyTransport;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Field;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.minecraft.class_2535;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_634;

/** The channel on Fabric from 1.16.2 to 1.20.4, where messages are buffers. */
final class FabricChannel116 extends IntermediaryTransport {

    private final class_2960 name = class_2960.method_12829(LoaderChannel.NAME);

    @Override
    public void register() {
        boolean isOurs = ClientPlayNetworking.registerGlobalReceiver(
            name,
            (client, handler, buffer, sender) -> {
                // Read here, on the network thread, because the buffer is released afterwards.
                LoaderChannel.receive(connectionOf(handler), NettyTransport.contentOf(buffer));
            }
        );
        if (!isOurs) throw new IllegalStateException(name + " has a receiver");
        ClientTickEvents.END_CLIENT_TICK.register(client -> LoaderChannel.tick());
    }

    /** Uses reflection, because the field has another class and another name from 1.20.2 on. */
    @Override
    protected class_2535 connectionOf(class_634 handler) {
        for (
            Class<?> type = handler.getClass();
            type != null;
            type = type.getSuperclass()
        ) for (Field field : type.getDeclaredFields())
            if (field.getType() == class_2535.class) return read(field, handler);
        throw new IllegalStateException("no connection in " + handler.getClass());
    }

    private static class_2535 read(Field field, class_634 handler) {
        try {
            field.setAccessible(true);
            return (class_2535) field.get(handler);
        } catch (IllegalAccessException cause) {
            throw new IllegalStateException(cause);
        }
    }

    @Override
    protected boolean isAnnounced() {
        return ClientPlayNetworking.canSend(name);
    }

    @Override
    public void send(byte[] content) {
        ClientPlayNetworking.send(name, new class_2540(Unpooled.wrappedBuffer(content)));
    }
}
