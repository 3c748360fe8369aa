package com.velocitypowered.api.proxy.server;

import java.net.InetSocketAddress;

/** Name and address of a backend server. */
public final class ServerInfo {
    public ServerInfo(String name, InetSocketAddress address) {
    }

    public native String getName();
}
