package com.velocitypowered.api.util;

/** The name, vendor and version of the proxy. */
public final class ProxyVersion {
    private final String name;
    private final String vendor;
    private final String version;

    public ProxyVersion(String name, String vendor, String version) {
        this.name = name;
        this.vendor = vendor;
        this.version = version;
    }

    public String getName() {
        return name;
    }

    public String getVendor() {
        return vendor;
    }

    public String getVersion() {
        return version;
    }
}
