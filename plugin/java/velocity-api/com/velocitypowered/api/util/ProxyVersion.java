package com.velocitypowered.api.util;

/** Who made the proxy, and which version it is. */
public final class ProxyVersion {
    public ProxyVersion(String name, String vendor, String version) {
    }

    public native String getName();

    public native String getVendor();

    public native String getVersion();
}
