package net.minecraftforge.fml.common.network;

import com.google.common.collect.ImmutableSet;
import net.minecraft.network.INetHandler;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.play.INetHandlerPlayClient;
import net.minecraftforge.fml.common.eventhandler.Event;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.Side;

/**
 * Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/FMLNetworkEvent.java,
 * branch 1.12.x (d3f0184).
 */
public class FMLNetworkEvent<T extends INetHandler> extends Event {
    public native NetworkManager getManager();

    public static class ClientConnectedToServerEvent extends FMLNetworkEvent<INetHandlerPlayClient> {
        public ClientConnectedToServerEvent(NetworkManager manager, String connectionType) {}
    }

    public static class CustomPacketRegistrationEvent<S extends INetHandler> extends FMLNetworkEvent<S> {
        public native ImmutableSet<String> getRegistrations();

        public native String getOperation();

        public native Side getSide();
    }

    public abstract static class CustomPacketEvent<S extends INetHandler> extends FMLNetworkEvent<S> {
        public native FMLProxyPacket getPacket();
    }

    public static class ClientCustomPacketEvent extends CustomPacketEvent<INetHandlerPlayClient> {
        public ClientCustomPacketEvent(NetworkManager manager, FMLProxyPacket packet) {}
    }
}
