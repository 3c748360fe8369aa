package com.velocitypowered.api.proxy.server;

import java.net.InetSocketAddress;

/** Name and address of a backend server. */
public final class ServerInfo implements Comparable<ServerInfo> {
    public ServerInfo(String name, InetSocketAddress address) {
    }

    public native String getName();

    public native InetSocketAddress getAddress();

    @Override
    public native int compareTo(ServerInfo other);
}
