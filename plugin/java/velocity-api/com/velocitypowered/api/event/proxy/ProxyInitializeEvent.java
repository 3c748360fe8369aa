package com.velocitypowered.api.event.proxy;

/** Fired once, and awaited, before the proxy listens (fact 15 in tools/development-proxy/README.md). */
public final class ProxyInitializeEvent {}
