package net.fabricmc.fabric.api.client.networking.v1;

import io.netty.buffer.Unpooled;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.fabricmc.fabric.api.networking.v1.PacketSender;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_310;
import net.minecraft.class_634;

/** Like GlobalReceiverRegistry: a second registration of a channel returns false and has no effect. */
public final class ClientPlayNetworking {

    public static final Map<class_2960, PlayChannelHandler> RECEIVERS = new HashMap<>();
    public static final Set<class_2960> SENDABLE = new HashSet<>();
    public static Consumer<byte[]> sender;

    private ClientPlayNetworking() {}

    public static boolean registerGlobalReceiver(class_2960 channelName, PlayChannelHandler handler) {
        return RECEIVERS.putIfAbsent(channelName, handler) == null;
    }

    public static boolean canSend(class_2960 channelName) {
        return class_310.method_1551().method_1562() != null && SENDABLE.contains(channelName);
    }

    public static void send(class_2960 channelName, class_2540 buffer) {
        if (class_310.method_1551().method_1562() == null) throw new IllegalStateException(
            "Cannot send packets when not in game!"
        );
        sender.accept(Unpooled.contentOf(buffer));
    }

    @FunctionalInterface
    public interface PlayChannelHandler {
        void receive(class_310 client, class_634 handler, class_2540 buffer, PacketSender sender);
    }
}
