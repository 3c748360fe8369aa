package net.minecraftforge.fml.common.network;

import com.google.common.collect.ImmutableSet;
import net.minecraft.network.INetHandler;
import net.minecraft.network.NetworkManager;
import net.minecraft.network.play.INetHandlerPlayClient;
import net.minecraftforge.fml.common.eventhandler.Event;
import net.minecraftforge.fml.common.network.internal.FMLProxyPacket;
import net.minecraftforge.fml.relauncher.Side;

public class FMLNetworkEvent<T extends INetHandler> extends Event {

    private final NetworkManager manager;

    FMLNetworkEvent(NetworkManager manager) {
        this.manager = manager;
    }

    public NetworkManager getManager() {
        return manager;
    }

    public static class ClientConnectedToServerEvent extends FMLNetworkEvent<INetHandlerPlayClient> {

        public ClientConnectedToServerEvent(NetworkManager manager, String connectionType) {
            super(manager);
        }
    }

    public static class CustomPacketRegistrationEvent<S extends INetHandler> extends FMLNetworkEvent<S> {

        private final ImmutableSet<String> registrations;
        private final String operation;
        private final Side side;

        public CustomPacketRegistrationEvent(
            NetworkManager manager,
            ImmutableSet<String> registrations,
            String operation,
            Side side
        ) {
            super(manager);
            this.registrations = registrations;
            this.operation = operation;
            this.side = side;
        }

        public ImmutableSet<String> getRegistrations() {
            return registrations;
        }

        public String getOperation() {
            return operation;
        }

        public Side getSide() {
            return side;
        }
    }

    public abstract static class CustomPacketEvent<S extends INetHandler> extends FMLNetworkEvent<S> {

        private final FMLProxyPacket packet;

        CustomPacketEvent(NetworkManager manager, FMLProxyPacket packet) {
            super(manager);
            this.packet = packet;
        }

        public FMLProxyPacket getPacket() {
            return packet;
        }
    }

    public static class ClientCustomPacketEvent extends CustomPacketEvent<INetHandlerPlayClient> {

        public ClientCustomPacketEvent(NetworkManager manager, FMLProxyPacket packet) {
            super(manager, packet);
        }
    }
}
