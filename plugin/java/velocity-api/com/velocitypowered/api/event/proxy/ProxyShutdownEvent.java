package com.velocitypowered.api.event.proxy;

/** Fired once, and awaited, when the proxy ends. */
public final class ProxyShutdownEvent {}
