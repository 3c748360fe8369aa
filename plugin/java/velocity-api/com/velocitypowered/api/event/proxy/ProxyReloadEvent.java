package com.velocitypowered.api.event.proxy;

/** Fired by the proxy's own reload command. */
public class ProxyReloadEvent {
}
