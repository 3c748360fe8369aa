package com.velocitypowered.api.event.proxy;

/** Fired once, and awaited, before the proxy listens (fact 15). */
public final class ProxyInitializeEvent {
}
