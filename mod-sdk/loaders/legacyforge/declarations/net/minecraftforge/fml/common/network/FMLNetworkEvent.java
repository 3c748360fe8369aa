package net.minecraftforge.fml.common.network;

import com.google.common.collect.ImmutableSet;
import net.minecraft.network.INetHandler;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.play.INetHandlerPlayClient;
import net.minecraftforge.fml.common.eventhandler.Event;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.Side;

/**
 * The fields exist on 1.8.9, the getters on 1.12.2. Source: MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fml/common/network/FMLNetworkEvent.java, branches 1.8.9 (d06e0ad) and 1.12.x
 * (d3f0184).
 */
public class FMLNetworkEvent<T extends INetHandler> extends Event {

    public NetworkManager manager;

    public native NetworkManager getManager();

    public static class ClientConnectedToServerEvent extends FMLNetworkEvent<INetHandlerPlayClient> {}

    public static class CustomPacketRegistrationEvent<S extends INetHandler> extends FMLNetworkEvent<S> {

        public ImmutableSet<String> registrations;
        public String operation;
        public Side side;

        public native ImmutableSet<String> getRegistrations();

        public native String getOperation();

        public native Side getSide();
    }

    public abstract static class CustomPacketEvent<S extends INetHandler> extends FMLNetworkEvent<S> {

        public FMLProxyPacket packet;

        public native FMLProxyPacket getPacket();
    }

    public static class ClientCustomPacketEvent extends CustomPacketEvent<INetHandlerPlayClient> {}
}
