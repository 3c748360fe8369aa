package com.velocitypowered.api.proxy.server;

/** A backend server that the proxy knows. */
public interface RegisteredServer {
    ServerInfo getServerInfo();
}
