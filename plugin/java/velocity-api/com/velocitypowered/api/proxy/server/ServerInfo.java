package com.velocitypowered.api.proxy.server;

import java.net.InetSocketAddress;

/** Name and address of a backend server. */
public final class ServerInfo {

    private final String name;

    public ServerInfo(String name, InetSocketAddress address) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
