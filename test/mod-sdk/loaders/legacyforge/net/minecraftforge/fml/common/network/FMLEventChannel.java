package net.minecraftforge.fml.common.network;

import java.util.function.Consumer;
import net.minecraftforge.fml.common.eventhandler.EventBus;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;

public class FMLEventChannel {

    public static Consumer<FMLProxyPacket> sender;
    public final EventBus bus = new EventBus();

    public void register(Object object) {
        bus.register(object);
    }

    public void sendToServer(FMLProxyPacket packet) {
        sender.accept(packet);
    }
}
