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
 * branch 1.8.9 (d06e0ad).
 */
public class FMLNetworkEvent<T extends INetHandler> extends Event {
    public final NetworkManager manager;

    FMLNetworkEvent(NetworkManager manager) {
        this.manager = manager;
    }

    public static class ClientConnectedToServerEvent extends FMLNetworkEvent<INetHandlerPlayClient> {
        public ClientConnectedToServerEvent(NetworkManager manager, String connectionType) {
            super(manager);
        }
    }

    public static class CustomPacketRegistrationEvent<S extends INetHandler> extends FMLNetworkEvent<S> {
        public final ImmutableSet<String> registrations;
        public final String operation;
        public final Side side;

        CustomPacketRegistrationEvent(
                NetworkManager manager, ImmutableSet<String> registrations, String operation, Side side) {
            super(manager);
            this.registrations = registrations;
            this.operation = operation;
            this.side = side;
        }
    }

    public abstract static class CustomPacketEvent<S extends INetHandler> extends FMLNetworkEvent<S> {
        public final FMLProxyPacket packet;

        CustomPacketEvent(NetworkManager manager, FMLProxyPacket packet) {
            super(manager);
            this.packet = packet;
        }
    }

    public static class ClientCustomPacketEvent extends CustomPacketEvent<INetHandlerPlayClient> {
        public ClientCustomPacketEvent(NetworkManager manager, FMLProxyPacket packet) {
            super(manager, packet);
        }
    }
}
