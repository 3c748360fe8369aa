package com.velocitypowered.api.util;

/** The name, vendor and version of the proxy. */
public final class ProxyVersion {
    public ProxyVersion(String name, String vendor, String version) {
    }

    public native String getName();

    public native String getVendor();

    public native String getVersion();
}
